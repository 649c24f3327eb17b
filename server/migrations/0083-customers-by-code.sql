-- Owner: customers. The form of an edit asks for the customer that a document names, and that is its code.

create index customers_code on customers (entity_code);
