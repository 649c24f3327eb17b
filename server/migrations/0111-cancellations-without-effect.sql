-- Owner: documents. What was cancelled without effect is told for 72 hours: found without reading all that was cancelled.
create index cancellations_failed on cancellations (intended_at)
  where state in ('refused', 'unclear', 'not_arrived', 'not_sent');
