-- Owner: imports. What is taken otherwise than a file says: in which columns and why, each kind once, in its own row as the
-- words of warnings are. Of imports that were judged before nothing is known.

alter table imports add column change_kinds jsonb not null default '{}';
