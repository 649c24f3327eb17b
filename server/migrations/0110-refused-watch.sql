-- Owner: documents. Since when LHDN refuses the watch's questions, and why: until it answers, nobody sees what buyers and
-- other programs do to documents.

alter table watch_rounds add column refused_since timestamptz, add column refused_why text not null default '';
create index watch_rounds_refused on watch_rounds (asked_at) where refused_since is not null;
