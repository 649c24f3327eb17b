-- Owner: evidence. Where each anchor of the audit chain was sent beside its file, and whether it arrived.

create table anchor_deliveries (
  file text not null,
  way text not null check (way in ('mail', 'object')),
  -- on_its_way: it is tried again and again.
  state text not null check (state in ('on_its_way', 'delivered', 'failed')),
  -- Since when.
  at timestamptz not null,
  primary key (file, way)
);
comment on table anchor_deliveries is
  'owner: evidence; no scope: an anchor is of the chains of all companies; superadmins only';
