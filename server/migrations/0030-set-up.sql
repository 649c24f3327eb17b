-- Owner: set-up. The link by which an installation without the demo company gets its first superadmin and company; only
-- the hash of its token is stored. The last start's link is the only one.

create table set_up_links (
  token_hash text primary key,
  created_at timestamptz not null,
  valid_until timestamptz not null,
  used_at timestamptz
);
comment on table set_up_links is
  'owner: set-up; no scope: found only by the hash of the token that the console printed; there is no company yet';

-- Owners: entities, users. What the demo company brought along, and goes with it.
alter table sender_entities add column is_demo boolean not null default false;
alter table users add column is_demo boolean not null default false;

-- Until now every installation began with the demo company: these are its companies and accounts.
update sender_entities set is_demo = true where entity_code in ('1000000000000017', '1000000000000025');
update users set is_demo = true
where lower(email) in ('aminah@lulus.example', 'bakri@lulus.example', 'chong@lulus.example', 'devi@lulus.example',
  'ezra@lulus.example', 'farid@lulus.example', 'gita@lulus.example');
