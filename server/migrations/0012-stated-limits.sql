-- The authority may state a limit of its own on each answer; all processes then follow it together.
alter table authority_turns
  -- The least time between two calls that follows from it, ms; null: the published limit holds.
  add column spacing_ms integer check (spacing_ms >= 0);
