-- Owner: notifications. No law asks for a trial whose company has gone to production (decision 007): what was told of
-- such ones goes, as soon as it is looked at again.
update notices set look_at = now() where kind = 'submission_deadline';
