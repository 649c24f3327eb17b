-- Owner: entities. Which version of the authority's documents an entity issues: 1.1 is signed, 1.0 is not and needs
-- no certificate, so the credentials of an entity may stand without one.

alter table sender_entities
  add column document_version text not null default '1.1' check (document_version in ('1.0', '1.1'));

alter table entity_secrets
  alter column certificate_pem drop not null,
  alter column private_key_sealed drop not null,
  alter column certificate_subject drop not null,
  alter column certificate_issuer drop not null,
  alter column certificate_serial drop not null,
  alter column not_before drop not null,
  alter column not_after drop not null,
  add check (num_nulls(certificate_pem, private_key_sealed, certificate_subject, certificate_issuer,
    certificate_serial, not_before, not_after) in (0, 7));
