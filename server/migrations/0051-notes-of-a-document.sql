-- Owner: documents. The notes that refer to a document, which together may not credit more than it charges. Most name
-- it by the authority's UUID, others by its number with NA in place of that.
create index documents_notes on documents (
  sender_entity_id, (content ->> 'original_inv_ref_number'), (content ->> 'original_inv_number')
) where invoice_type in ('02', '03', '04', '12', '13', '14');
