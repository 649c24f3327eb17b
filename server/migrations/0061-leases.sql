-- Owner: platform. Who alone does something, and until when. Rows and not locks of a session: those are gone after a
-- failover, and then there are two who believe that they are alone (decision 055). `token` is new with each holder.
create table leases (
  name text primary key,
  token uuid not null,
  ends_at timestamptz not null
);
comment on table leases is 'owner: platform; no scope: who of the processes does something, nothing of a company';
