-- Played once on a migrated database, before distribute.sql and while no process of Lulus runs: every key of a table that
-- is distributed gets the company, by which Citus finds the machine. A key begins as before, so what is looked for by id
-- alone is found as before. One transaction: all of it or nothing.
begin;

-- Rows from before these columns were written (migration 0063).
update document_originals o set sender_entity_id = d.sender_entity_id
from documents d where d.id = o.document_id and o.sender_entity_id is null;
update document_rule_sets s set sender_entity_id = d.sender_entity_id
from documents d where d.id = s.document_id and s.sender_entity_id is null;
alter table document_originals alter column sender_entity_id set not null;
alter table document_rule_sets alter column sender_entity_id set not null;

-- Citus makes numbers of its own on each machine, and those are bigint.
alter table rule_sets alter column id type bigint;
alter table document_rule_sets alter column rule_set_id type bigint;

-- What refers to a document or a submission does so within its company. The keys named here go first, since others lean
-- upon the key of `documents`.
alter table attempts
  drop constraint attempts_document_id_fkey,
  drop constraint attempts_submission_id_fkey;
alter table cancellations drop constraint cancellations_document_id_fkey;
alter table document_history drop constraint document_history_document_id_fkey;
alter table document_originals drop constraint document_originals_document_id_fkey;
alter table document_revisions drop constraint document_revisions_document_id_fkey;
alter table document_rule_sets drop constraint document_rule_sets_document_id_fkey;
alter table documents drop constraint documents_corrects_fkey;
-- These two stay on the coordinator, and such a table cannot refer to one that is distributed.
alter table idempotency_keys drop constraint idempotency_keys_document_id_fkey;
alter table rule_examples drop constraint rule_examples_document_id_fkey;

-- The names stay: the program tells by them what was wrong.
alter table documents
  drop constraint documents_pkey,
  add constraint documents_pkey primary key (id, sender_entity_id);
drop index documents_successor;
create unique index documents_successor on documents (corrects, sender_entity_id)
  where corrects is not null and status <> 'User Cancelled';

alter table submissions
  drop constraint submissions_pkey,
  add constraint submissions_pkey primary key (id, sender_entity_id);

alter table attempts
  drop constraint attempts_pkey,
  add constraint attempts_pkey primary key (id, sender_entity_id);
drop index attempts_open;
create unique index attempts_open on attempts (document_id, revision, sender_entity_id)
  where state in ('intent', 'accepted', 'unclear');

alter table cancellations
  drop constraint cancellations_pkey,
  add constraint cancellations_pkey primary key (id, sender_entity_id);
drop index cancellations_open;
create unique index cancellations_open on cancellations (document_id, sender_entity_id)
  where state in ('intent', 'unclear');

alter table document_history
  drop constraint document_history_pkey,
  add constraint document_history_pkey primary key (id, sender_entity_id);
alter table authority_answers
  drop constraint authority_answers_pkey,
  add constraint authority_answers_pkey primary key (id, sender_entity_id);
alter table document_originals
  drop constraint document_originals_pkey,
  add constraint document_originals_pkey primary key (document_id, revision, sender_entity_id);
alter table document_revisions
  drop constraint document_revisions_pkey,
  add constraint document_revisions_pkey primary key (document_id, revision, sender_entity_id);
alter table document_rule_sets
  drop constraint document_rule_sets_pkey,
  add constraint document_rule_sets_pkey primary key (document_id, revision, sender_entity_id);
alter table document_orders
  drop constraint document_orders_pkey,
  add constraint document_orders_pkey primary key (document_id, sender_entity_id);
alter table document_buyers
  drop constraint document_buyers_pkey,
  add constraint document_buyers_pkey primary key (id, sender_entity_id);
alter table document_agents
  drop constraint document_agents_pkey,
  add constraint document_agents_pkey primary key (id, sender_entity_id);
alter table number_letters
  drop constraint number_letters_pkey,
  add constraint number_letters_pkey primary key (id, sender_entity_id);
alter table document_count_changes
  drop constraint document_count_changes_pkey,
  add constraint document_count_changes_pkey primary key (id, sender_entity_id);
alter table buyer_count_changes
  drop constraint buyer_count_changes_pkey,
  add constraint buyer_count_changes_pkey primary key (id, sender_entity_id);

alter table customers
  drop constraint customers_pkey,
  add constraint customers_pkey primary key (id, sender_entity_id);
alter table portal_items
  drop constraint portal_items_pkey,
  add constraint portal_items_pkey primary key (id, sender_entity_id);
alter table templates
  drop constraint templates_pkey,
  add constraint templates_pkey primary key (id, sender_entity_id);
alter table entity_certificates
  drop constraint entity_certificates_pkey,
  add constraint entity_certificates_pkey primary key (id, sender_entity_id);

alter table documents
  add constraint documents_corrects_fkey foreign key (corrects, sender_entity_id)
    references documents (id, sender_entity_id);
alter table attempts
  add constraint attempts_document_id_fkey foreign key (document_id, sender_entity_id)
    references documents (id, sender_entity_id),
  add constraint attempts_submission_id_fkey foreign key (submission_id, sender_entity_id)
    references submissions (id, sender_entity_id);
alter table cancellations
  add constraint cancellations_document_id_fkey foreign key (document_id, sender_entity_id)
    references documents (id, sender_entity_id);
alter table document_history
  add constraint document_history_document_id_fkey foreign key (document_id, sender_entity_id)
    references documents (id, sender_entity_id);
alter table document_originals
  add constraint document_originals_document_id_fkey foreign key (document_id, sender_entity_id)
    references documents (id, sender_entity_id);
alter table document_revisions
  add constraint document_revisions_document_id_fkey foreign key (document_id, sender_entity_id)
    references documents (id, sender_entity_id);
alter table document_rule_sets
  add constraint document_rule_sets_document_id_fkey foreign key (document_id, sender_entity_id)
    references documents (id, sender_entity_id) on delete cascade;

commit;
