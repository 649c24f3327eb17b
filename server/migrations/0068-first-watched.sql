-- Owner: documents. What was validated first in the last 72 hours is looked for in each company and environment, instead
-- of all that was.

drop index documents_watched;
create index documents_watched on documents (sender_entity_id, environment, validated_at) where status = 'Validated';
