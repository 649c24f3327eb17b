-- stop: programs of the version before write who edited a document last into a column that is gone.
-- Owner: documents. Nobody approves what they ever edited: who changed a figure did so before the last edit as well. Of
-- what has come to its end nobody decides any more.
alter table documents add column edited_by uuid[] not null default '{}';
update documents d set edited_by = h.people
from (
  select sender_entity_id, document_id, array_agg(distinct actor_id) as people
  from document_history where event = 'edit' and actor_id is not null
  group by sender_entity_id, document_id
) h
where d.sender_entity_id = h.sender_entity_id and d.id = h.document_id
  and d.status not in ('Validated', 'User Cancelled');
drop index documents_edited_pending;
alter table documents drop column last_edited_by;
-- Few of what is pending were ever edited.
create index documents_edited_pending on documents (store_code_id)
  where status = 'Pending Approval' and edited_by <> '{}';
-- What waits for approval is told to none of them either.
with edited as materialized (
  select id::text as subject, array_remove(created_by || array_remove(edited_by, created_by), null) as people
  from documents where status = 'Pending Approval' and edited_by <> '{}'
)
update notices n set hidden_from = e.people
from edited e where n.kind = 'approval_waiting' and n.subject = e.subject;
