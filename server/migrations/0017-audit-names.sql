-- Owner: audit. The names of who changed what stand in the event: they outlive renamed and deleted people and targets.

alter table audit_events add column actor_name text not null default '', add column target_name text not null default '';

update audit_events set actor_name = 'Lulus' where user_id is null and api_key_id is null;
update audit_events e set actor_name = coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username)
from users u where u.id = e.user_id;
update audit_events e set actor_name = k.name || ' (API key)' from api_keys k where k.id = e.api_key_id;
update audit_events set target_name = target_id where target_kind = 'setting';
update audit_events e set target_name = s.name
from sender_entities s where e.target_kind = 'entity' and e.target_id = s.id::text;

alter table audit_events alter column actor_name drop default, alter column target_name drop default;
