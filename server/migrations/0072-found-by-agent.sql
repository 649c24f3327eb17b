-- Owner: documents. Agents are few beside the documents that name them: a part of a number is looked for among these, as
-- it is among buyers, and an index leads from them to the documents (decision 056).

-- More than once does no harm, and so nobody waits for anybody.
create table document_agents (
  id bigint generated always as identity primary key,
  sender_entity_id uuid not null,
  store_code_id uuid not null,
  agent_number text not null,
  -- No document had it that night; thrown away a night later, if there is still none.
  left_at timestamptz
);
comment on table document_agents is 'owner: documents; scope: sender_entity_id, store_code_id';

create function keep_document_agents() returns trigger language plpgsql as $$
begin
  insert into document_agents (sender_entity_id, store_code_id, agent_number)
  select distinct sender_entity_id, store_code_id, agent_number from made
  where agent_number <> '' and not exists (select from document_agents as known
    where known.store_code_id = made.store_code_id and known.agent_number = made.agent_number
      and known.left_at is null);
  return null;
end $$;

create function change_document_agents() returns trigger language plpgsql as $$
begin
  insert into document_agents (sender_entity_id, store_code_id, agent_number)
  select new.sender_entity_id, new.store_code_id, new.agent_number
  where not exists (select from document_agents as known where known.store_code_id = new.store_code_id
    and known.agent_number = new.agent_number and known.left_at is null);
  return null;
end $$;

create trigger keep_agents after insert on documents referencing new table as made
  for each statement execute function keep_document_agents();
-- Only an edit names these columns.
create trigger change_agents after update of sender_entity_id, store_code_id, agent_number on documents
  for each row when (new.agent_number <> '') execute function change_document_agents();

insert into document_agents (sender_entity_id, store_code_id, agent_number)
select distinct sender_entity_id, store_code_id, agent_number from documents where agent_number <> '';

create index document_agents_known on document_agents (store_code_id, agent_number);
create index document_agents_search on document_agents using gin (agent_number gin_trgm_ops);
drop index document_orders_agent_search;

-- Written once, as that of the validated of a buyer, and only of what has an agent.
create index documents_validated_of_agent on documents (store_code_id, agent_number, invoice_date, created_at, id)
  where status = 'Validated' and agent_number <> '';
