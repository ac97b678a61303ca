-- What the store keeps. Run by every process that opens the store, under a lock, so each
-- statement leaves alone what is there. Names are plain: the connection's search_path says where.
-- No time is ever taken from the database's clock.

CREATE TABLE IF NOT EXISTS runs (
    id          text COLLATE "C" PRIMARY KEY,
    session_id  text        NOT NULL,
    ordinal     integer     NOT NULL,            -- the run's place in its session, from 0
    status      text        NOT NULL,
    created_at  timestamptz NOT NULL,
    inputs      text[]      NOT NULL,
    attempt     integer     NOT NULL,            -- the fencing number of the newest claim
    owner       text,                            -- who claimed it: for people, no statement reads it
    deadline    timestamptz,                     -- when that claim lapses
    next_seq    integer     NOT NULL DEFAULT 0,  -- the number the next fragment gets
    archived    text,                            -- what replaced the fragments
    UNIQUE (session_id, ordinal)
);

-- Of two workers that claim two runs of one session, this lets one through.
CREATE UNIQUE INDEX IF NOT EXISTS one_at_work ON runs (session_id)
    WHERE status IN ('running', 'streaming');

-- The few that are not finished, among the many that are.
CREATE INDEX IF NOT EXISTS unfinished ON runs (session_id, ordinal)
    WHERE status IN ('pending', 'running', 'streaming');

-- What the next call of `archive` looks at.
CREATE INDEX IF NOT EXISTS unarchived ON runs (created_at)
    WHERE status IN ('done', 'failed', 'cancelled') AND archived IS NULL;

CREATE TABLE IF NOT EXISTS fragments (
    run_id  text COLLATE "C" NOT NULL REFERENCES runs,
    seq     integer NOT NULL,
    kind    text    NOT NULL,
    text    text    NOT NULL,
    PRIMARY KEY (run_id, seq)
);
