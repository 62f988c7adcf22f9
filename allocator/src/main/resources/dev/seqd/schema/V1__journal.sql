-- The journal and the snapshots of pekko-persistence-jdbc (its tables and columns), without event tags: seqd reads history
-- by persistence id and the present from the head table.
CREATE TABLE event_journal (
    ordering BIGSERIAL,
    persistence_id VARCHAR(255) COLLATE "C" NOT NULL,
    sequence_number BIGINT NOT NULL,
    deleted BOOLEAN NOT NULL DEFAULT FALSE,
    writer VARCHAR(255) NOT NULL,
    write_timestamp BIGINT,
    adapter_manifest VARCHAR(255),
    event_ser_id INTEGER NOT NULL,
    event_ser_manifest VARCHAR(255) NOT NULL,
    event_payload BYTEA NOT NULL,
    meta_ser_id INTEGER,
    meta_ser_manifest VARCHAR(255),
    meta_payload BYTEA,
    PRIMARY KEY (persistence_id, sequence_number)
);

CREATE TABLE snapshot (
    persistence_id VARCHAR(255) COLLATE "C" NOT NULL,
    sequence_number BIGINT NOT NULL,
    created BIGINT NOT NULL,
    snapshot_ser_id INTEGER NOT NULL,
    snapshot_ser_manifest VARCHAR(255) NOT NULL,
    snapshot_payload BYTEA NOT NULL,
    meta_ser_id INTEGER,
    meta_ser_manifest VARCHAR(255),
    meta_payload BYTEA,
    PRIMARY KEY (persistence_id, sequence_number)
);

-- One row per counter, written by the fence below in the transaction of the event itself: the newest event's number and
-- what the journal says about the counter. It is what listings read and what a recovered counter is compared with.
-- change_id orders the changes of all counters as they were committed, so that nodes can ask for what is new.
-- writer is who wrote the newest event; writer_lap and writer_mark are where its epoch stood before it wrote its first.
CREATE TABLE seqd_sequence (
    persistence_id VARCHAR(255) COLLATE "C" PRIMARY KEY,
    name VARCHAR(200) COLLATE "C" NOT NULL UNIQUE,
    sequence_number BIGINT NOT NULL,
    definition JSONB NOT NULL,
    version BIGINT NOT NULL,
    epoch BIGINT NOT NULL,
    lap BIGINT NOT NULL,
    mark BIGINT,
    value BIGINT NOT NULL,
    called BOOLEAN NOT NULL,
    lowest BIGINT,
    highest BIGINT,
    dropped BOOLEAN NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    changed_at TIMESTAMPTZ NOT NULL,
    change_id BIGINT NOT NULL,
    writer VARCHAR(255) NOT NULL,
    writer_lap BIGINT NOT NULL,
    writer_mark BIGINT
) WITH (fillfactor = 50);

CREATE INDEX seqd_sequence_change ON seqd_sequence (change_id);

CREATE SEQUENCE seqd_change;

-- The fence. An event is let in only if it is exactly the one after the counter's head, and a raised range only if it
-- begins beyond the head's mark; so by induction no two ranges of an epoch and lap overlap, whoever writes, and also when
-- old events are long gone. Only a release lowers a mark, and only over what the same writer has raised itself.
CREATE FUNCTION seqd_fence() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    entry jsonb := convert_from(NEW.event_payload, 'UTF8')::jsonb;
    head seqd_sequence%ROWTYPE;
    after seqd_sequence%ROWTYPE;
BEGIN
    SELECT * INTO head FROM seqd_sequence WHERE persistence_id = NEW.persistence_id FOR UPDATE;
    IF NEW.sequence_number IS DISTINCT FROM coalesce(head.sequence_number, 0) + 1 THEN
        PERFORM seqd_refuse(NEW.persistence_id, 'event ' || NEW.sequence_number || ' does not follow head '
            || coalesce(head.sequence_number, 0));
    END IF;
    IF NEW.event_ser_manifest = 'created' THEN
        after := seqd_created(head, NEW.persistence_id, entry);
    ELSIF head.dropped IS DISTINCT FROM FALSE THEN
        PERFORM seqd_refuse(NEW.persistence_id, 'the sequence does not exist');
    ELSIF NEW.event_ser_manifest = 'raised' THEN
        after := seqd_raised(head, entry);
    ELSIF NEW.event_ser_manifest = 'released' THEN
        after := seqd_released(head, entry, NEW.writer);
    ELSIF NEW.event_ser_manifest = 'altered' THEN
        after := seqd_altered(head, entry);
    ELSIF NEW.event_ser_manifest = 'repositioned' THEN
        after := seqd_repositioned(head, entry);
    ELSIF NEW.event_ser_manifest = 'advanced' THEN
        after := seqd_advanced(head, entry);
    ELSIF NEW.event_ser_manifest = 'dropped' THEN
        after := head;
        after.dropped := TRUE;
    ELSE
        PERFORM seqd_refuse(NEW.persistence_id, 'unknown event ' || NEW.event_ser_manifest);
    END IF;
    IF NEW.event_ser_manifest NOT IN ('raised', 'released') THEN
        after.changed_at := (entry ->> 'at')::timestamptz;
        after.change_id := seqd_next_change(head);
    END IF;
    after := seqd_written(head, after, NEW.writer);
    IF NEW.event_ser_manifest = 'advanced' THEN
        after.writer_lap := after.lap;
        after.writer_mark := after.mark;
    END IF;
    after.sequence_number := NEW.sequence_number;
    IF head.persistence_id IS NULL THEN
        INSERT INTO seqd_sequence SELECT after.*;
    ELSE
        UPDATE seqd_sequence SET sequence_number = after.sequence_number, definition = after.definition,
            version = after.version, epoch = after.epoch, lap = after.lap, mark = after.mark, value = after.value,
            called = after.called, lowest = after.lowest, highest = after.highest, dropped = after.dropped,
            created_at = after.created_at, changed_at = after.changed_at, change_id = after.change_id,
            writer = after.writer, writer_lap = after.writer_lap, writer_mark = after.writer_mark
            WHERE persistence_id = NEW.persistence_id;
    END IF;
    RETURN NEW;
END
$$;

CREATE FUNCTION seqd_refuse(id text, reason text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'seqd fence: % of %', reason, id USING ERRCODE = 'SQ001';
END
$$;

-- Whether a place in a counter's order comes strictly after a floor of the same epoch; no floor lies before everything.
CREATE FUNCTION seqd_is_beyond(lap bigint, value bigint, floor_lap bigint, floor bigint, step bigint) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN floor IS NULL THEN value IS NOT NULL WHEN value IS NULL THEN FALSE
        WHEN lap <> floor_lap THEN lap > floor_lap WHEN step > 0 THEN value > floor ELSE value < floor END
$$;

-- Changes are numbered in the order of their commits: who has a number keeps the others out until its transaction ends.
-- Nobody can hold values of a sequence that was never there, so its creation is not news.
CREATE FUNCTION seqd_next_change(head seqd_sequence) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    IF head.persistence_id IS NULL THEN
        RETURN 0;
    END IF;
    PERFORM pg_advisory_xact_lock(737201, 1);
    RETURN nextval('seqd_change');
END
$$;

CREATE FUNCTION seqd_written(head seqd_sequence, after seqd_sequence, by_writer text) RETURNS seqd_sequence
LANGUAGE plpgsql AS $$
BEGIN
    IF head.epoch IS DISTINCT FROM after.epoch THEN
        after.writer_lap := 1;
        after.writer_mark := NULL;
    ELSIF head.writer IS DISTINCT FROM by_writer THEN
        after.writer_lap := head.lap;
        after.writer_mark := head.mark;
    END IF;
    after.writer := by_writer;
    RETURN after;
END
$$;

-- A name that was dropped may be created again: in the same epoch its mark is the extreme that new values must go beyond.
CREATE FUNCTION seqd_created(head seqd_sequence, id text, entry jsonb) RETURNS seqd_sequence LANGUAGE plpgsql AS $$
DECLARE
    after seqd_sequence := head;
    new_epoch bigint := (entry ->> 'epoch')::bigint;
BEGIN
    IF head.persistence_id IS NOT NULL AND (NOT head.dropped OR new_epoch < head.epoch) THEN
        PERFORM seqd_refuse(id, 'the sequence exists in epoch ' || head.epoch);
    END IF;
    IF new_epoch IS DISTINCT FROM head.epoch THEN
        after.lap := 1;
        after.mark := NULL;
    ELSE
        after.mark := CASE WHEN (entry #>> '{definition,increment}')::bigint > 0 THEN head.highest ELSE head.lowest END;
    END IF;
    after.persistence_id := id;
    after.name := substr(id, length('counter|') + 1);
    after.definition := entry -> 'definition';
    after.version := coalesce(head.version, 0) + 1;
    after.epoch := new_epoch;
    after.value := (entry #>> '{definition,start}')::bigint;
    after.called := FALSE;
    after.dropped := FALSE;
    after.created_at := (entry ->> 'at')::timestamptz;
    RETURN after;
END
$$;

CREATE FUNCTION seqd_raised(head seqd_sequence, entry jsonb) RETURNS seqd_sequence LANGUAGE plpgsql AS $$
DECLARE
    after seqd_sequence := head;
    first_value bigint := (entry ->> 'first')::bigint;
    last_value bigint := (entry ->> 'last')::bigint;
    step bigint := (entry ->> 'increment')::bigint;
BEGIN
    after.lap := (entry ->> 'lap')::bigint;
    after.mark := last_value;
    IF first_value IS NULL OR last_value IS NULL OR after.lap IS NULL
        OR (entry ->> 'epoch')::bigint IS DISTINCT FROM head.epoch
        OR step IS DISTINCT FROM (head.definition ->> 'increment')::bigint
        OR (step > 0 AND last_value < first_value) OR (step < 0 AND last_value > first_value) THEN
        PERFORM seqd_refuse(head.persistence_id,
            concat('the range ', first_value, '..', last_value, ' is none of epoch ', head.epoch));
    END IF;
    IF NOT seqd_is_beyond(after.lap, first_value, head.lap, head.mark, step) THEN
        PERFORM seqd_refuse(head.persistence_id,
            'the range from ' || first_value || ' is not beyond mark ' || head.mark);
    END IF;
    after.value := last_value;
    after.called := TRUE;
    after.lowest := least(head.lowest, first_value, last_value);
    after.highest := greatest(head.highest, first_value, last_value);
    RETURN after;
END
$$;

CREATE FUNCTION seqd_released(head seqd_sequence, entry jsonb, by_writer text) RETURNS seqd_sequence
LANGUAGE plpgsql AS $$
DECLARE
    after seqd_sequence := head;
    step bigint := (head.definition ->> 'increment')::bigint;
BEGIN
    after.lap := (entry ->> 'lap')::bigint;
    after.mark := (entry ->> 'mark')::bigint;
    after.value := (entry ->> 'value')::bigint;
    after.called := (entry ->> 'called')::boolean;
    after.lowest := (entry ->> 'lowest')::bigint;
    after.highest := (entry ->> 'highest')::bigint;
    IF head.writer IS DISTINCT FROM by_writer OR after.lap IS NULL OR after.lap > head.lap
        OR seqd_is_beyond(after.lap, after.mark, head.lap, head.mark, step)
        OR seqd_is_beyond(head.writer_lap, head.writer_mark, after.lap, after.mark, step) THEN
        PERFORM seqd_refuse(head.persistence_id, concat('the release to ', after.mark, ' gives back what is not its own'));
    END IF;
    RETURN after;
END
$$;

CREATE FUNCTION seqd_in_epoch(head seqd_sequence, new_epoch bigint) RETURNS seqd_sequence LANGUAGE plpgsql AS $$
DECLARE
    after seqd_sequence := head;
BEGIN
    IF new_epoch IS NULL OR new_epoch NOT IN (head.epoch, head.epoch + 1) THEN
        PERFORM seqd_refuse(head.persistence_id, concat('epoch ', new_epoch, ' does not follow ', head.epoch));
    END IF;
    IF new_epoch > head.epoch THEN
        after.epoch := new_epoch;
        after.lap := 1;
        after.mark := NULL;
    END IF;
    RETURN after;
END
$$;

CREATE FUNCTION seqd_altered(head seqd_sequence, entry jsonb) RETURNS seqd_sequence LANGUAGE plpgsql AS $$
DECLARE
    after seqd_sequence := seqd_in_epoch(head, (entry ->> 'epoch')::bigint);
BEGIN
    after.definition := entry -> 'definition';
    after.version := head.version + 1;
    IF after.mark IS NOT NULL AND sign((after.definition ->> 'increment')::numeric)
        IS DISTINCT FROM sign((head.definition ->> 'increment')::numeric) THEN
        PERFORM seqd_refuse(head.persistence_id, 'a change of direction within epoch ' || head.epoch);
    END IF;
    RETURN after;
END
$$;

CREATE FUNCTION seqd_repositioned(head seqd_sequence, entry jsonb) RETURNS seqd_sequence LANGUAGE plpgsql AS $$
DECLARE
    after seqd_sequence := seqd_in_epoch(head, (entry ->> 'epoch')::bigint);
BEGIN
    after.value := (entry ->> 'value')::bigint;
    after.called := (entry ->> 'called')::boolean;
    RETURN after;
END
$$;

-- A mark that moved without a range: what it passed over belongs to nobody, so that no release goes back behind it.
CREATE FUNCTION seqd_advanced(head seqd_sequence, entry jsonb) RETURNS seqd_sequence LANGUAGE plpgsql AS $$
DECLARE
    after seqd_sequence := head;
    step bigint := (head.definition ->> 'increment')::bigint;
BEGIN
    after.epoch := (entry ->> 'epoch')::bigint;
    after.lap := (entry ->> 'lap')::bigint;
    after.mark := (entry ->> 'mark')::bigint;
    after.value := (entry ->> 'value')::bigint;
    after.called := (entry ->> 'called')::boolean;
    IF after.epoch IS NULL OR after.lap IS NULL OR after.mark IS NULL OR after.epoch < head.epoch
        OR (after.epoch = head.epoch AND NOT seqd_is_beyond(after.lap, after.mark, head.lap, head.mark, step)) THEN
        PERFORM seqd_refuse(head.persistence_id,
            concat('mark ', after.mark, ' of epoch ', after.epoch, ' is not beyond mark ', head.mark));
    END IF;
    after.lowest := least(head.lowest, after.mark);
    after.highest := greatest(head.highest, after.mark);
    RETURN after;
END
$$;

CREATE TRIGGER seqd_fence BEFORE INSERT ON event_journal FOR EACH ROW EXECUTE FUNCTION seqd_fence();

-- Members of the cluster find each other here.
CREATE TABLE cluster_member (
    address VARCHAR(255) PRIMARY KEY,
    incarnation VARCHAR(64) NOT NULL,
    http_endpoint VARCHAR(255),
    heartbeat TIMESTAMPTZ NOT NULL
);

-- What each life of a node has written last, once a second: a number that only grows. Who does not find its own any more
-- knows that this database has lost commits, or is another one.
CREATE TABLE seqd_node_fence (
    node VARCHAR(64) PRIMARY KEY,
    beats BIGINT NOT NULL,
    at TIMESTAMPTZ NOT NULL
);
