-- Owner: evidence. What auditors rely on is hash-chained, each company by itself (docs/decisions/022-audit-chain.md).

create table chain_heads (
  -- The company, or nil for what concerns none.
  chain uuid not null,
  -- A chain has as many strands as transactions ever wrote to it at once, so that none waits for another.
  strand uuid not null,
  seq bigint not null,
  hash bytea not null,
  primary key (chain, strand)
) with (fillfactor = 50);
comment on table chain_heads is
  'owner: evidence; no scope: hashes say nothing of what they cover; superadmins only';

-- One link per statement that wrote evidence, over all its records.
create table chain_links (
  chain uuid not null,
  strand uuid not null,
  seq bigint not null,
  at timestamptz not null,
  -- The table of the records.
  kind text not null,
  -- Was there before the chain: vouched for from `at` on, not from its making.
  adopted boolean not null default false,
  record_ids bigint[] not null,
  -- 32 bytes for each record.
  record_digests bytea not null,
  hash bytea not null,
  primary key (chain, strand, seq)
);
alter table chain_links alter column record_digests set storage external;
comment on table chain_links is
  'owner: evidence; no scope: hashes say nothing of what they cover; superadmins only';

-- Chains whose company was removed; itself a record of the chain that belongs to no company.
create table chain_ends (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  chain uuid not null,
  -- The last seq and hash of each strand, as JSON.
  heads text not null
);
comment on table chain_ends is 'owner: evidence; no scope: of what was removed only hashes are left; superadmins only';

-- What the authority answered, as it was stored: a row for each answer, never changed.
create table authority_answers (
  id bigint generated always as identity primary key,
  sender_entity_id uuid not null,
  about text not null check (about in ('submission', 'attempt', 'cancellation')),
  about_id uuid not null,
  state text not null,
  answered_at timestamptz,
  http_status integer,
  correlation_id text not null,
  authority_uuid text,
  document_hash text,
  answer text not null
);
create index authority_answers_about on authority_answers (about_id, id desc);
comment on table authority_answers is 'owner: documents; scope: sender_entity_id';

insert into authority_answers (sender_entity_id, about, about_id, state, answered_at, http_status, correlation_id,
  authority_uuid, document_hash, answer)
select sender_entity_id, 'submission', id, state, answered_at, http_status, correlation_id, submission_uid, null, answer
from submissions where state <> 'intent'
union all
select sender_entity_id, 'attempt', id, state, answered_at, null, '', authority_uuid,
  case when encode(sha256(bytes), 'hex') = document_hash then document_hash else '' end, answer
from attempts where state <> 'intent'
union all
select sender_entity_id, 'cancellation', id, state, answered_at, null, correlation_id, null, null, answer
from cancellations where state <> 'intent';

create unique index audit_events_nr on audit_events (nr);

-- What there is already is adopted here, once: a row that appears later without a link of its own is a forgery. The
-- texts are those of domain/src/evidence/canonical.ts.
create function pg_temp.field(name text, value text) returns text language sql immutable as
  $$ select ',["' || name || '",' || coalesce(to_json(value)::text, 'null') || ']' $$;
create function pg_temp.instant(at timestamptz) returns text language sql immutable as
  $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') $$;
create function pg_temp.digest(kind text, fields text) returns bytea language sql immutable as
  $$ select sha256(convert_to('["lulus/record/1","' || kind || '"' || fields || ']', 'UTF8')) $$;

create temp table adopted on commit drop as
select coalesce(sender_entity_id, '00000000-0000-0000-0000-000000000000') as chain, 'audit_events' as kind, nr as id,
  pg_temp.digest('audit_events',
    pg_temp.field('action', action) || pg_temp.field('actor_email', actor_email)
    || pg_temp.field('actor_is_admin', actor_is_admin::text) || pg_temp.field('actor_name', actor_name)
    || pg_temp.field('api_key_id', api_key_id::text) || pg_temp.field('at', pg_temp.instant(at))
    || pg_temp.field('field', field) || pg_temp.field('id', id::text)
    || pg_temp.field('new_value', new_value) || pg_temp.field('old_value', old_value)
    || pg_temp.field('sender_entity_id', sender_entity_id::text) || pg_temp.field('target_id', target_id)
    || pg_temp.field('target_kind', target_kind) || pg_temp.field('target_name', target_name)
    || pg_temp.field('user_id', user_id::text)) as digest
from audit_events
union all
select sender_entity_id, 'document_history', id,
  pg_temp.digest('document_history',
    pg_temp.field('actor_id', actor_id::text) || pg_temp.field('actor_name', actor_name)
    || pg_temp.field('at', pg_temp.instant(at)) || pg_temp.field('content_hash', content_hash)
    || pg_temp.field('document_id', document_id::text) || pg_temp.field('event', event)
    || pg_temp.field('from_status', from_status) || pg_temp.field('revision', revision::text)
    || pg_temp.field('sender_entity_id', sender_entity_id::text) || pg_temp.field('to_status', to_status)
    || pg_temp.field('why', why))
from document_history
union all
select sender_entity_id, 'authority_answers', id,
  pg_temp.digest('authority_answers',
    pg_temp.field('about', about) || pg_temp.field('about_id', about_id::text) || pg_temp.field('answer', answer)
    || pg_temp.field('answered_at', pg_temp.instant(answered_at)) || pg_temp.field('authority_uuid', authority_uuid)
    || pg_temp.field('correlation_id', correlation_id) || pg_temp.field('document_hash', document_hash)
    || pg_temp.field('http_status', http_status::text)
    || pg_temp.field('sender_entity_id', sender_entity_id::text) || pg_temp.field('state', state))
from authority_answers;

do $$
declare
  link record;
  at_start timestamptz := date_trunc('milliseconds', now());
  last_chain uuid;
  strand_id uuid;
  place bigint;
  previous bytea;
begin
  for link in
    select chain, kind, array_agg(id order by id) as ids, string_agg(digest, ''::bytea order by id) as digests,
      string_agg('"' || id || '"', ',' order by id) as listed
    from (select *, (row_number() over (partition by chain, kind order by id) - 1) / 500 as part from adopted) a
    group by chain, kind, part order by chain, kind, part
  loop
    if last_chain is distinct from link.chain then
      last_chain := link.chain;
      strand_id := gen_random_uuid();
      place := 0;
      previous := decode(repeat('00', 32), 'hex');
    end if;
    place := place + 1;
    previous := sha256('lulus/chain/1'::bytea || uuid_send(strand_id) || int8send(place) || previous
      || sha256(convert_to('["lulus/link/1","' || link.chain || '","' || link.kind || '","'
        || pg_temp.instant(at_start) || '",true,[' || link.listed || '],"' || encode(link.digests, 'hex') || '"]',
        'UTF8')));
    insert into chain_links values
      (link.chain, strand_id, place, at_start, link.kind, true, link.ids, link.digests, previous);
    insert into chain_heads values (link.chain, strand_id, place, previous)
      on conflict (chain, strand) do update set seq = excluded.seq, hash = excluded.hash;
  end loop;
end $$;

drop function pg_temp.digest, pg_temp.instant, pg_temp.field;
