package dev.seqd.http;

import dev.seqd.allocator.DatabaseAdmin;
import dev.seqd.allocator.RaisedMark;
import dev.seqd.http.RequestReader.RaiseRequest;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.http.javadsl.model.HttpResponse;
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
        return path(
                PathMatchers.segment("raise"),
                () -> post(
                        () -> entity(Unmarshaller.entityToString(), body -> answer(raise(RequestReader.raise(body))))));
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

    private Route answer(CompletionStage<HttpResponse> response) {
        return completeWithFuture(response.exceptionally(Problems::of));
    }
}
