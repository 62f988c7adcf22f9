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
CREATE TABLE seqd_sequence (
    persistence_id VARCHAR(255) COLLATE "C" PRIMARY KEY,
    name VARCHAR(200) COLLATE "C" NOT NULL UNIQUE,
    sequence_number BIGINT NOT NULL,
    definition JSONB NOT NULL,
    version BIGINT NOT NULL,
    epoch BIGINT NOT NULL,
    lap BIGINT NOT NULL,
    mark BIGINT,
    pending BIGINT,
    lowest BIGINT,
    highest BIGINT,
    dropped BOOLEAN NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    changed_at TIMESTAMPTZ NOT NULL
) WITH (fillfactor = 50);

-- The fence. An event is let in only if it is exactly the one after the counter's head, and a raised range only if it
-- begins beyond the head's mark; so by induction no two ranges of an epoch and lap overlap, whoever writes, and also when
-- old events are long gone.
CREATE FUNCTION seqd_fence() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    entry jsonb := convert_from(NEW.event_payload, 'UTF8')::jsonb;
    head seqd_sequence%ROWTYPE;
BEGIN
    SELECT * INTO head FROM seqd_sequence WHERE persistence_id = NEW.persistence_id FOR UPDATE;
    IF NEW.sequence_number IS DISTINCT FROM coalesce(head.sequence_number, 0) + 1 THEN
        PERFORM seqd_refuse(NEW.persistence_id, 'event ' || NEW.sequence_number || ' does not follow head '
            || coalesce(head.sequence_number, 0));
    END IF;
    IF NEW.event_ser_manifest = 'created' THEN
        PERFORM seqd_head_created(NEW.persistence_id, NEW.sequence_number, entry, head);
    ELSIF head.dropped IS DISTINCT FROM FALSE THEN
        PERFORM seqd_refuse(NEW.persistence_id, 'the sequence does not exist');
    ELSIF NEW.event_ser_manifest = 'raised' THEN
        PERFORM seqd_head_raised(NEW.persistence_id, NEW.sequence_number, entry, head);
    ELSIF NEW.event_ser_manifest = 'altered' THEN
        UPDATE seqd_sequence SET sequence_number = NEW.sequence_number, definition = entry -> 'definition',
            version = head.version + 1, changed_at = (entry ->> 'at')::timestamptz
            WHERE persistence_id = NEW.persistence_id;
    ELSIF NEW.event_ser_manifest = 'dropped' THEN
        UPDATE seqd_sequence SET sequence_number = NEW.sequence_number, dropped = TRUE,
            changed_at = (entry ->> 'at')::timestamptz
            WHERE persistence_id = NEW.persistence_id;
    ELSE
        PERFORM seqd_refuse(NEW.persistence_id, 'unknown event ' || NEW.event_ser_manifest);
    END IF;
    RETURN NEW;
END
$$;

CREATE FUNCTION seqd_refuse(id text, reason text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'seqd fence: % of %', reason, id USING ERRCODE = 'SQ001';
END
$$;

-- A name that was dropped may be created again: in the same epoch its mark is the extreme that new values must go beyond.
CREATE FUNCTION seqd_head_created(id text, number bigint, entry jsonb, head seqd_sequence) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    new_epoch bigint := (entry ->> 'epoch')::bigint;
    past bigint := CASE WHEN (entry #>> '{definition,increment}')::bigint > 0 THEN head.highest ELSE head.lowest END;
    made timestamptz := (entry ->> 'at')::timestamptz;
BEGIN
    IF head.persistence_id IS NULL THEN
        INSERT INTO seqd_sequence VALUES (id, substr(id, length('counter|') + 1), number, entry -> 'definition', 1,
            new_epoch, 1, NULL, (entry #>> '{definition,start}')::bigint, NULL, NULL, FALSE, made, made);
        RETURN;
    END IF;
    IF NOT head.dropped OR new_epoch < head.epoch THEN
        PERFORM seqd_refuse(id, 'the sequence exists in epoch ' || head.epoch);
    END IF;
    UPDATE seqd_sequence SET sequence_number = number, definition = entry -> 'definition', version = head.version + 1,
        epoch = new_epoch, lap = CASE WHEN new_epoch = head.epoch THEN head.lap ELSE 1 END,
        mark = CASE WHEN new_epoch = head.epoch THEN past END, pending = (entry #>> '{definition,start}')::bigint,
        dropped = FALSE, created_at = made, changed_at = made
        WHERE persistence_id = id;
END
$$;

CREATE FUNCTION seqd_head_raised(id text, number bigint, entry jsonb, head seqd_sequence) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    first_value bigint := (entry ->> 'first')::bigint;
    last_value bigint := (entry ->> 'last')::bigint;
    step bigint := (entry ->> 'increment')::bigint;
    new_lap bigint := (entry ->> 'lap')::bigint;
BEGIN
    IF first_value IS NULL OR last_value IS NULL OR new_lap IS NULL
        OR (entry ->> 'epoch')::bigint IS DISTINCT FROM head.epoch
        OR step IS DISTINCT FROM (head.definition ->> 'increment')::bigint
        OR (step > 0 AND last_value < first_value) OR (step < 0 AND last_value > first_value) THEN
        PERFORM seqd_refuse(id, concat('the range ', first_value, '..', last_value, ' is none of epoch ', head.epoch));
    END IF;
    IF new_lap < head.lap OR (new_lap = head.lap
        AND ((step > 0 AND first_value <= head.mark) OR (step < 0 AND first_value >= head.mark))) THEN
        PERFORM seqd_refuse(id, 'the range from ' || first_value || ' is not beyond mark ' || head.mark);
    END IF;
    UPDATE seqd_sequence SET sequence_number = number, lap = new_lap, mark = last_value, pending = NULL,
        lowest = least(lowest, first_value, last_value), highest = greatest(highest, first_value, last_value)
        WHERE persistence_id = id;
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
