-- Owner: documents. A note that says NA is looked at again before it is sent: the document that bore the number of its
-- original may be cancelled by then (decision 045). Those are in no index by their number (`documents_number`). Few
-- documents come into it, once.
create index documents_number_given_back on documents (sender_entity_id, invoice_number) where status = 'User Cancelled';
