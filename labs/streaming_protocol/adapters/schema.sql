-- What the journal keeps. Run by every process that opens it, under a lock, so each statement
-- leaves alone what is there. Names are plain: the connection's search_path says where.
-- json, not jsonb: an approval is for exactly what was asked, down to the order of its keys.

CREATE TABLE IF NOT EXISTS responses (
    place     bigint GENERATED ALWAYS AS IDENTITY,
    id        text COLLATE "C" PRIMARY KEY,
    version   integer     NOT NULL,
    deadline  timestamptz,
    ended_at  timestamptz,
    archived  boolean     NOT NULL,
    document  json        NOT NULL
);

-- The few that are not finished, among the many that are.
CREATE INDEX IF NOT EXISTS unfinished ON responses (place) WHERE ended_at IS NULL;

CREATE INDEX IF NOT EXISTS unarchived ON responses (ended_at) WHERE NOT archived;

CREATE TABLE IF NOT EXISTS events (
    response_id  text COLLATE "C" NOT NULL REFERENCES responses,
    seq          integer     NOT NULL,
    at           timestamptz NOT NULL,
    type         text        NOT NULL,
    data         json        NOT NULL,
    PRIMARY KEY (response_id, seq)
);

-- A log of attempts: whether one may be made is for the ledger to say, not for an index.
CREATE TABLE IF NOT EXISTS lines (
    place         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    root          text COLLATE "C" NOT NULL,
    operation_id  text NOT NULL,
    fingerprint   text,             -- of a line that says "begun"
    result        json              -- of one that says "finished"
);

CREATE INDEX IF NOT EXISTS lines_of_a_root ON lines (root, place);

CREATE TABLE IF NOT EXISTS approvals (
    place         bigint GENERATED ALWAYS AS IDENTITY,
    id            text COLLATE "C" PRIMARY KEY,
    response_id   text COLLATE "C" NOT NULL REFERENCES responses,
    operation_id  text        NOT NULL,
    tool          text        NOT NULL,
    arguments     json        NOT NULL,
    payload_hash  text        NOT NULL,
    granted       boolean     NOT NULL,
    expires_at    timestamptz NOT NULL,
    used          boolean     NOT NULL,
    decided       boolean     NOT NULL
);

CREATE INDEX IF NOT EXISTS approvals_of_an_operation ON approvals (operation_id, place);
