-- Owner: documents. Nothing asks for documents by who made them, and each step of a document wrote this index anew.
drop index documents_by_creator;
