# One node of seqd. Built from the sources: docker build -t seqd .
FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /seqd
COPY . .
RUN ./seqd --version

FROM eclipse-temurin:17-jre
RUN useradd --system --create-home --home-dir /var/lib/seqd seqd
COPY --from=build /seqd/seqd /opt/seqd/seqd
COPY --from=build /seqd/http-api/target/lib /opt/seqd/lib
COPY --from=build /seqd/http-api/target/seqd-http-api.jar /opt/seqd/lib/
USER seqd
WORKDIR /var/lib/seqd
EXPOSE 8080 7355
ENTRYPOINT ["/opt/seqd/seqd"]
CMD ["serve"]
