-- What the ledger keeps. Run by every process that opens it, under a lock, so each statement
-- leaves alone what is there. Names are plain: the connection's search_path says where.

CREATE TABLE IF NOT EXISTS proposals (
    place            bigint GENERATED ALWAYS AS IDENTITY,
    id               text COLLATE "C" PRIMARY KEY,
    conversation_id  text COLLATE "C" NOT NULL,
    turn_id          text   NOT NULL,
    action           text   NOT NULL,
    arguments        jsonb  NOT NULL,
    resolution       text   NOT NULL DEFAULT ''  -- empty while it waits
);

-- Of two proposals made at one time, this lets one through.
CREATE UNIQUE INDEX IF NOT EXISTS one_pending ON proposals (conversation_id)
    WHERE resolution = '';

CREATE INDEX IF NOT EXISTS proposals_made ON proposals (conversation_id, place);

CREATE TABLE IF NOT EXISTS tool_runs (
    place            bigint GENERATED ALWAYS AS IDENTITY,
    id               text COLLATE "C" PRIMARY KEY,
    conversation_id  text COLLATE "C" NOT NULL,
    turn_id          text    NOT NULL,
    name             text    NOT NULL,
    phase            text    NOT NULL,
    cooperative      boolean NOT NULL,
    arguments        jsonb   NOT NULL,
    stopped          boolean NOT NULL
);

CREATE INDEX IF NOT EXISTS tool_runs_added ON tool_runs (conversation_id, place);
