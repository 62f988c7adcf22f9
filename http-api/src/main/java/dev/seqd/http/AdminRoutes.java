package dev.seqd.http;

import dev.seqd.allocator.DatabaseAdmin;
import dev.seqd.allocator.RaisedMark;
import dev.seqd.http.RequestReader.RaiseRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.model.StatusCodes;
import org.apache.pekko.http.javadsl.server.AllDirectives;
import org.apache.pekko.http.javadsl.server.PathMatchers;
import org.apache.pekko.http.javadsl.server.Route;
import org.apache.pekko.http.javadsl.unmarshalling.Unmarshaller;

/** The routes of {@code /v1/admin}. */
final class AdminRoutes extends AllDirectives {
    private final DatabaseAdmin admin;

    AdminRoutes(DatabaseAdmin admin) {
        this.admin = admin;
    }

    Route all() {
        return concat(
                path(PathMatchers.segment("raise"), () -> post(() -> body(text -> raise(RequestReader.raise(text))))),
                path(
                        PathMatchers.segment("compact"),
                        () -> post(() -> body(text -> compact(RequestReader.age(text))))));
    }

    private Route body(Function<String, CompletionStage<HttpResponse>> call) {
        return entity(
                Unmarshaller.entityToString(),
                text -> completeWithFuture(call.apply(text).exceptionally(Problems::of)));
    }

    private CompletionStage<HttpResponse> compact(Duration olderThan) {
        boolean started = admin.compact(olderThan);
        return CompletableFuture.completedFuture(
                Routes.json(new Answers.CompactionAnswer(olderThan.toString(), started))
                        .withStatus(StatusCodes.ACCEPTED));
    }

    private CompletionStage<HttpResponse> raise(RaiseRequest request) {
        if (request.name() != null) {
            return admin.raise(request.name(), request.atLeast())
                    .thenApply(raised -> Routes.json(Answers.raised(List.of(raised), null)));
        }
        String after = request.cursor().isEmpty() ? "" : Routes.decodeCursor(request.cursor());
        return admin.raiseAll(request.by(), after).thenApply(AdminRoutes::page);
    }

    private static HttpResponse page(List<RaisedMark> raised) {
        boolean more = raised.size() == DatabaseAdmin.MAX_RAISES;
        String last = more ? raised.get(raised.size() - 1).name() : "";
        return Routes.json(Answers.raised(raised, more ? Routes.encodeCursor(last) : null));
    }
}
