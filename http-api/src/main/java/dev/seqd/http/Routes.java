package dev.seqd.http;

import dev.seqd.allocator.Allocator;
import dev.seqd.allocator.Asking;
import dev.seqd.allocator.SequenceDescription;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceName;
import dev.seqd.http.RequestReader.DefinitionRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.http.javadsl.model.ContentTypes;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.model.StatusCodes;
import org.apache.pekko.http.javadsl.model.headers.Accept;
import org.apache.pekko.http.javadsl.model.headers.RawHeader;
import org.apache.pekko.http.javadsl.server.AllDirectives;
import org.apache.pekko.http.javadsl.server.ExceptionHandler;
import org.apache.pekko.http.javadsl.server.PathMatchers;
import org.apache.pekko.http.javadsl.server.RejectionHandler;
import org.apache.pekko.http.javadsl.server.Route;
import org.apache.pekko.http.javadsl.unmarshalling.Unmarshaller;
import org.apache.pekko.http.scaladsl.model.EntityStreamSizeException;

/** The routes of {@code /v1}, and of health and metrics. Each parses, asks, and completes; what is right is decided elsewhere. */
final class Routes extends AllDirectives {
    private static final Duration MARGIN = Duration.ofSeconds(1);
    private static final int MAX_LIST = 1000;
    private static final String DEFAULT_LIST = "100";

    private final Allocator allocator;
    private final ActorRef<NodeCache.Command> cache;
    private final Duration timeout;
    private final Supplier<String> metrics;

    Routes(Allocator allocator, ActorRef<NodeCache.Command> cache, Duration maxWait, Supplier<String> metrics) {
        this.allocator = allocator;
        this.cache = cache;
        this.timeout = maxWait.plus(MARGIN);
        this.metrics = metrics;
    }

    Route all() {
        Route routes = concat(
                pathPrefix(PathMatchers.segment("v1").slash("sequences"), this::sequences),
                path(PathMatchers.segment("v1").slash("cluster"), () -> get(this::cluster)),
                path(
                        PathMatchers.segment("v1")
                                .slash("cluster")
                                .slash("nodes")
                                .slash(PathMatchers.segment())
                                .slash("drain"),
                        id -> post(() -> drain(id))),
                path(PathMatchers.segment("health").slash("live"), () -> get(() -> health(true))),
                path(PathMatchers.segment("health").slash("ready"), () -> get(() -> health(allocator.isReady()))),
                pathPrefix(PathMatchers.segment("v1").slash("admin"), new AdminRoutes(allocator.admin())::all),
                path("metrics", () -> get(() -> complete(text(metrics.get())))));
        return handleExceptions(failures(), () -> handleRejections(rejections(), () -> routes));
    }

    private Route sequences() {
        return concat(
                pathEndOrSingleSlash(() -> get(this::list)),
                path(PathMatchers.segment(), name -> named(name, this::sequence)),
                path(PathMatchers.segment().slash("next"), name -> post(() -> named(name, this::next))),
                path(PathMatchers.segment().slash("blocks"), name -> post(() -> named(name, this::block))),
                path(PathMatchers.segment().slash("restart"), name -> post(() -> named(name, this::restart))),
                path(PathMatchers.segment().slash("setval"), name -> post(() -> named(name, this::setval))));
    }

    /** The rule for names holds before anything else is looked at. */
    private Route named(String name, Function<SequenceName, Route> route) {
        return route.apply(new SequenceName(name));
    }

    private Route sequence(SequenceName name) {
        return concat(
                get(() -> answer(allocator.describe(name), Routes::described)),
                put(() -> optionalHeaderValueByName(
                        "If-None-Match",
                        createOnly -> body(body -> {
                            boolean only = createOnly.filter("*"::equals).isPresent();
                            return create(name, RequestReader.definition(body), only);
                        }))),
                patch(() -> optionalHeaderValueByName(
                        "If-Match", ifMatch -> body(body -> alter(name, RequestReader.definition(body), ifMatch)))),
                delete(() -> answer(
                        allocator.drop(name), dropped -> HttpResponse.create().withStatus(StatusCodes.NO_CONTENT))));
    }

    private Route alter(SequenceName name, DefinitionRequest request, Optional<String> ifMatch) {
        Long version = RequestReader.version(ifMatch);
        return answer(allocator.alter(name, request.options(), request.allowReuse(), version), Routes::described);
    }

    private Route restart(SequenceName name) {
        return body(body -> {
            RequestReader.RestartRequest request = RequestReader.restart(body);
            return answer(allocator.restart(name, request.with(), request.allowReuse()), Routes::described);
        });
    }

    private Route setval(SequenceName name) {
        return body(body -> {
            RequestReader.SetvalRequest request = RequestReader.setval(body);
            return answer(
                    allocator.setval(name, request.value(), request.called(), request.allowReuse()), Routes::described);
        });
    }

    private Route create(SequenceName name, DefinitionRequest request, boolean only) {
        return answer(allocator.create(name, request.options(), request.allowReuse()), creation -> {
            if (only && !creation.created()) {
                throw new SeqdException(
                        SeqdError.PRECONDITION_FAILED, "42P07", "relation \"" + name + "\" already exists");
            }
            return described(creation.description())
                    .withStatus(creation.created() ? StatusCodes.CREATED : StatusCodes.OK);
        });
    }

    private Route next(SequenceName name) {
        return parameterOptional(
                "after",
                after -> parameterOptional(
                        "epoch",
                        epoch -> parameterOptional(
                                "lap",
                                lap -> extractRequest(request -> answer(
                                        take(name, Wanted.one(RequestReader.after(after, epoch, lap))),
                                        taken -> handedOut(request, name, taken))))));
    }

    private static HttpResponse handedOut(HttpRequest request, SequenceName name, Taken taken) {
        HttpResponse response = wantsText(request)
                ? text(taken.block().first() + "\n")
                : json(Answers.value(name.value(), taken.block()));
        return noStore(response);
    }

    private static boolean wantsText(HttpRequest request) {
        return request.getHeader(Accept.class)
                .map(accept -> StreamSupport.stream(accept.getMediaRanges().spliterator(), false)
                        .anyMatch(range -> range.toString().startsWith("text/plain")))
                .orElse(false);
    }

    private Route block(SequenceName name) {
        return body(body -> {
            return answer(
                    take(name, RequestReader.block(body)), taken -> noStore(json(Answers.block(name.value(), taken))));
        });
    }

    /** While this node has not joined, callers turn to another one at once instead of waiting here. */
    private CompletionStage<Taken> take(SequenceName name, Wanted wanted) {
        if (!allocator.hasJoined()) {
            throw Allocator.notJoined();
        }
        CompletionStage<NodeCache.Reply> reply =
                Asking.ask(allocator.system(), cache, replyTo -> new NodeCache.Take(name, wanted, replyTo), timeout);
        return reply.thenApply(Routes::taken);
    }

    private static Taken taken(NodeCache.Reply reply) {
        if (reply instanceof NodeCache.Refused refused) {
            throw refused.refusal();
        }
        return ((NodeCache.Given) reply).taken();
    }

    private Route list() {
        return parameterOptional(
                "prefix",
                prefix -> parameterOptional(
                        "limit",
                        limit -> parameterOptional("cursor", cursor -> {
                            long most = RequestJson.bigint(limit.orElse(DEFAULT_LIST), SeqdError.INVALID_REQUEST);
                            if (most < 1 || most > MAX_LIST) {
                                throw new SeqdException(
                                        SeqdError.INVALID_REQUEST, "'limit' must be from 1 to " + MAX_LIST);
                            }
                            String after = cursor.map(Routes::decodeCursor).orElse("");
                            return answer(
                                    allocator.list(prefix.orElse(""), after, (int) most),
                                    found -> json(listed(found, (int) most)));
                        })));
    }

    private static Answers.ListAnswer listed(List<SequenceDescription> found, int most) {
        String cursor = found.size() < most
                ? null
                : encodeCursor(found.get(found.size() - 1).name());
        return new Answers.ListAnswer(found.stream().map(Answers::description).toList(), cursor);
    }

    static String encodeCursor(String name) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(name.getBytes(StandardCharsets.UTF_8));
    }

    static String decodeCursor(String cursor) {
        try {
            return new SequenceName(new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8)).value();
        } catch (IllegalArgumentException | SeqdException e) {
            throw new SeqdException(SeqdError.INVALID_REQUEST, null, "'cursor' is none that this server gave", e);
        }
    }

    private Route cluster() {
        return answer(allocator.members(), members -> json(new Answers.ClusterAnswer(members)));
    }

    private Route drain(String id) {
        return answer(
                allocator.drain(id),
                done -> json(new Answers.DrainAnswer(id, "draining")).withStatus(StatusCodes.ACCEPTED));
    }

    private Route health(boolean good) {
        HttpResponse response = json(new Answers.HealthAnswer(good ? "up" : "down"));
        return complete(good ? response : response.withStatus(StatusCodes.SERVICE_UNAVAILABLE));
    }

    private Route body(Function<String, Route> route) {
        return entity(Unmarshaller.entityToString(), route);
    }

    private <T> Route answer(CompletionStage<T> stage, Function<T, HttpResponse> response) {
        return completeWithFuture(stage.thenApply(response).exceptionally(Problems::of));
    }

    private static HttpResponse described(SequenceDescription description) {
        return json(Answers.description(description))
                .addHeader(RawHeader.create("ETag", "\"" + description.version() + "\""));
    }

    private static HttpResponse noStore(HttpResponse response) {
        return response.addHeader(RawHeader.create("Cache-Control", "no-store"));
    }

    static HttpResponse json(Object answer) {
        return HttpResponse.create().withEntity(ContentTypes.APPLICATION_JSON, Answers.json(answer));
    }

    private static HttpResponse text(String answer) {
        return HttpResponse.create().withEntity(ContentTypes.TEXT_PLAIN_UTF8, answer);
    }

    private ExceptionHandler failures() {
        return ExceptionHandler.newBuilder()
                .match(EntityStreamSizeException.class, e -> complete(tooLarge()))
                .matchAny(e -> complete(Problems.of(e)))
                .build();
    }

    private static HttpResponse tooLarge() {
        return Problems.of(new SeqdException(SeqdError.PAYLOAD_TOO_LARGE, "a body may have at most 64 KiB"));
    }

    /** Whatever Pekko HTTP refuses by itself becomes a problem too, with its status. */
    private static RejectionHandler rejections() {
        return RejectionHandler.defaultHandler().mapRejectionResponse(Routes::problem);
    }

    private static HttpResponse problem(HttpResponse refused) {
        int status = refused.status().intValue();
        if (status == SeqdError.PAYLOAD_TOO_LARGE.httpStatus()) {
            return tooLarge();
        }
        String reason = refused.status().reason();
        return Problems.ofStatus(status, reason, refused.status().defaultMessage())
                .addHeaders(refused.getHeaders());
    }
}
