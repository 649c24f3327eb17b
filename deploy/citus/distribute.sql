-- Played on the coordinator after keys.sql, with psql and statement by statement (no transaction around it: Citus makes
-- shards in parallel). Each table of the product is named exactly once in this file; server/test/keys.test.ts holds it to that.
create extension if not exists citus;

-- The triggers of `documents` write only rows of the same company, so of the same shard group. Needed on every machine.
alter system set citus.enable_unsafe_triggers = on;
select pg_reload_conf();
select run_command_on_workers('alter system set citus.enable_unsafe_triggers = on');
select run_command_on_workers('select pg_reload_conf()');
set citus.enable_unsafe_triggers = on;

-- The same on every machine: what distributed rows refer to. Small, and seldom written.
select create_reference_table('users');
select create_reference_table('sender_entities');
select create_reference_table('store_codes');
select create_reference_table('rule_sets');
select create_reference_table('document_count_version');

-- What an index of `document_orders` is made of, and what the triggers of `documents` ask.
select create_distributed_function('week_of(date)');
select create_distributed_function('number_marks(text, bigint)');
select create_distributed_function('letters_of(text)');
select create_distributed_function('letters_and_pairs_of(text)');
select create_distributed_function('counts_for_buyer(text, text, boolean)');

-- By company, all in the shards of their company's documents. A table comes after those that it refers to.
select create_distributed_table('documents', 'sender_entity_id');
select create_distributed_table('submissions', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('attempts', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('cancellations', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('document_history', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('authority_answers', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('document_originals', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('document_revisions', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('document_rule_sets', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('document_orders', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('document_buyers', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('document_agents', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('number_letters', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('document_counts', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('document_count_changes', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('buyer_counts', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('buyer_count_changes', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('number_counters', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('watch_rounds', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('authority_refusals', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('comparisons', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('found_documents', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('customers', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('portal_items', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('templates', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('tin_answers', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('import_columns', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('entity_secrets', 'sender_entity_id', colocate_with => 'documents');
select create_distributed_table('entity_certificates', 'sender_entity_id', colocate_with => 'documents');

-- What stays on the coordinator needs no statement, and pg-boss (schema pgboss) stays there with it. Why, table by table:
-- local: idempotency_keys: found by its caller before the company is known, and one that is closed is of none; kept a day
-- local: api_keys: found by the hash of the key alone
-- local: api_key_store_codes: part of api_keys
-- local: webhooks: polled for all companies at once, as a queue is; kept by days
-- local: webhook_deliveries: part of webhooks
-- local: webhook_former_secrets: part of webhooks
-- local: rule_examples: few, and read whole when a rule is saved, which holds for all companies
-- local: validation_rules: holds for all companies
-- local: validation_rule_versions: part of validation_rules
-- local: data_mappings: holds for all companies
-- local: enrichment_defaults: holds for all companies
-- local: chain_heads: some 80 bytes a strand; sealing is one statement that writes head and link
-- local: chain_links: written with chain_heads; grows with the documents, see the README
-- local: chain_ends: of the installation, not of a company
-- local: verification_runs: of the installation, not of a company
-- local: anchor_deliveries: of the installation, not of a company
-- local: audit_events: half of them concern no company
-- local: admin_calls: of the installation, not of a company
-- local: change_requests: decided by superadmins
-- local: groups: of people, who may be of several companies
-- local: group_permissions: of people, who may be of several companies
-- local: user_groups: of people, who may be of several companies
-- local: user_entities: of people, who may be of several companies
-- local: user_store_codes: of people, who may be of several companies
-- local: sessions: found by the hash of the token alone
-- local: login_records: of people, who may be of several companies
-- local: password_resets: of people, who may be of several companies
-- local: first_answers: found by its caller; kept a day
-- local: set_up_links: of the installation, not of a company
-- local: settings: of the installation, not of a company
-- local: leases: who of the processes does something
-- local: worker_signs: one row, when a worker was there last
-- local: unsent_mails: of people; superadmins look after them
-- local: timelines: which servers were the primary; empty where no standby is read
-- local: authority_turns: a pace that all processes share
-- local: authority_tokens: one for each client at the authority
-- local: authority_circuits: one for each client at the authority
-- local: notices: of people; those of a company and of a person are one list
-- local: notice_marks: of people, who may be of several companies
-- local: notice_letters: of people, who may be of several companies
-- local: broadcast_messages: told to everybody
-- local: dismissed_messages: of people, who may be of several companies
-- local: saved_views: of people, who may be of several companies
-- local: report_schedules: of people, who may be of several companies
-- local: report_runs: of people, who may be of several companies
-- local: approval_runs: of people, with documents of several companies
-- local: approval_run_documents: part of approval_runs; kept by days
-- local: cancellation_runs: looked for in all companies at once, as a queue is; kept by days
-- local: cancellation_run_documents: part of cancellation_runs
-- local: imports: of people, who may be of several companies
-- local: import_documents: part of imports
-- local: import_rows: part of imports
-- local: import_faults: part of imports
-- local: import_changes: part of imports
-- local: defects: open to everybody
-- local: defect_comments: part of defects
-- local: defect_files: part of defects
-- local: commits: of the installation, not of a company
