-- stop: programs of the version before claim numbers by the former key, and store nothing without it.
-- Owner: documents. Each environment counts for itself, so that trials leave no gap in production's series (decision
-- 007). A series goes on wherever numbers of it were given, or were found at LHDN, and otherwise where its company sends
-- to; in every other environment it begins anew.
alter table number_counters add column environment text, drop constraint number_counters_pkey;
create temporary table given on commit drop as
  select c.store_code_id, c.invoice_type, d.environment
  from number_counters c
    join store_codes s on s.id = c.store_code_id
    join documents d on d.sender_entity_id = c.sender_entity_id and d.store_code_id = c.store_code_id
      and d.invoice_type = c.invoice_type and starts_with(d.invoice_number, 'M-' || s.code || c.invoice_type)
  group by 1, 2, 3
  union
  select c.store_code_id, c.invoice_type, f.environment
  from number_counters c
    join found_documents f on f.sender_entity_id = c.sender_entity_id and f.store_code_id = c.store_code_id;
insert into number_counters (store_code_id, invoice_type, sender_entity_id, last_count, environment)
select c.store_code_id, c.invoice_type, c.sender_entity_id, c.last_count, coalesce(g.environment, e.environment)
from number_counters c
  join sender_entities e on e.id = c.sender_entity_id
  left join given g on g.store_code_id = c.store_code_id and g.invoice_type = c.invoice_type;
delete from number_counters where environment is null;
alter table number_counters
  alter column environment set not null,
  add primary key (store_code_id, invoice_type, environment, sender_entity_id);
