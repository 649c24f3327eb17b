-- Owner: documents. What keeps `document_orders` beside the documents finds its rows within their company and never
-- sets it: a row does not change it, and what distributes by it (deploy/citus) takes no statement that names it there.

create or replace function change_document_orders() returns trigger language plpgsql as $$
begin
  update document_orders set store_code_id = new.store_code_id,
    supplier_name = new.supplier_name, buyer_name = new.buyer_name, buyer_id_no = new.buyer_id_no,
    invoice_type = new.invoice_type, invoice_number = new.invoice_number, contract_number = new.contract_number,
    agent_number = new.agent_number, total_payable_amount = new.total_payable_amount, source = new.source,
    invoice_date = new.invoice_date, created_at = new.created_at
  where document_id = new.id and sender_entity_id = new.sender_entity_id;
  return null;
end $$;

create or replace function drop_document_orders() returns trigger language plpgsql as $$
begin
  delete from document_orders using gone
  where document_orders.document_id = gone.id and document_orders.sender_entity_id = gone.sender_entity_id;
  return null;
end $$;

-- Owner: platform. The timelines of PostgreSQL on which a primary has worked: a new one begins with each server that
-- becomes the primary. A server that does not have the row of one went another way before it, however far its log is
-- (decision 055).
create table timelines (
  timeline text primary key
);
comment on table timelines is 'owner: platform; no scope: which servers were the primary, nothing of a company';
