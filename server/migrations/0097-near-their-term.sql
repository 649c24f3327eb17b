-- Owner: documents. The consolidated ones that may stand in silence until their last day by law: held by a person, or sent
-- back. By that day, so that those near it are found without the rest of the archive.
create index documents_near_their_term on documents (submit_by, id)
  where status in ('OnHold', 'Approval Rejected')
  and (consolidated or (invoice_type in ('01', '11') and submit_by <> invoice_date));
