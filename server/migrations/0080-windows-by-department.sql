-- Owner: documents. Whose windows end is asked for the departments of a person: in the order of a company's, all of the
-- others would be looked at as well. The watch has a company's from its departments.

drop index documents_watched;
create index documents_watched on documents (store_code_id, environment, validated_at) where status = 'Validated';
