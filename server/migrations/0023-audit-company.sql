-- Owner: audit. Each event says which company it concerns, in which order it came, and with which rights its maker acted.

-- An event outlives whom and what it tells of.
alter table audit_events drop constraint audit_events_user_id_fkey, drop constraint audit_events_api_key_id_fkey;
alter table audit_events
  add column nr bigint generated always as identity,
  -- Null: people, groups and settings concern no company.
  add column sender_entity_id uuid,
  add column actor_email text not null default '',
  add column actor_is_admin boolean not null default false;

update audit_events e set actor_email = u.email, actor_is_admin = u.access_type = 'superadmin'
from users u where u.id = e.user_id;
update audit_events set sender_entity_id = target_id::uuid where target_kind = 'entity';
update audit_events e set sender_entity_id = t.sender_entity_id
from customers t where e.target_kind = 'customer' and t.id::text = e.target_id;
update audit_events e set sender_entity_id = t.sender_entity_id
from portal_items t where e.target_kind = 'item' and t.id::text = e.target_id;
update audit_events e set sender_entity_id = t.sender_entity_id
from api_keys t where e.target_kind = 'api_key' and t.id::text = e.target_id;

alter table audit_events alter column actor_email drop default, alter column actor_is_admin drop default;
