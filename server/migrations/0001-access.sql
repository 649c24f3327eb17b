-- Who may come in, for whom they act, and what an entity keeps beside its documents. Each table's comment
-- names the room that owns it: only that room writes it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE sender_entities (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  entity_code text NOT NULL UNIQUE CHECK (entity_code ~ '^[0-9]{16}$'),
  name text NOT NULL,
  tin_no text NOT NULL,
  identity_type text NOT NULL,
  identity_number text NOT NULL,
  sst_no text NOT NULL DEFAULT '',
  ttx_no text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  contact_number text NOT NULL DEFAULT '',
  address1 text NOT NULL DEFAULT '',
  address2 text NOT NULL DEFAULT '',
  address3 text NOT NULL DEFAULT '',
  zipcode text NOT NULL DEFAULT '',
  city text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT '',
  country text NOT NULL DEFAULT 'MYS',
  msic_code text NOT NULL DEFAULT '',
  business_description text NOT NULL DEFAULT '',
  environment text NOT NULL CHECK (environment IN ('simulator', 'preprod', 'prod')),
  image text NOT NULL DEFAULT '' CHECK (length(image) <= 500000),
  created_at timestamptz NOT NULL,
  modified_at timestamptz NOT NULL
);
COMMENT ON TABLE sender_entities IS 'owner: entities. The companies that issue documents; the tenant boundary.';

CREATE TABLE store_codes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  sender_entity_id uuid NOT NULL REFERENCES sender_entities,
  code text NOT NULL CHECK (code ~ '^[A-Za-z0-9-]{1,20}$'),
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (sender_entity_id, code),
  -- The target of every "this store belongs to this entity" reference.
  UNIQUE (sender_entity_id, id)
);
COMMENT ON TABLE store_codes IS 'owner: entities. Branches or departments of an entity.';

CREATE TABLE entity_secrets (
  sender_entity_id uuid PRIMARY KEY REFERENCES sender_entities,
  environment text NOT NULL CHECK (environment IN ('simulator', 'preprod', 'prod')),
  client_id_sealed text NOT NULL,
  client_secret_sealed text NOT NULL,
  certificate_pem text NOT NULL,
  private_key_sealed text NOT NULL,
  certificate_subject text NOT NULL,
  certificate_issuer text NOT NULL,
  certificate_serial text NOT NULL,
  not_before timestamptz NOT NULL,
  not_after timestamptz NOT NULL,
  modified_at timestamptz NOT NULL
);
COMMENT ON TABLE entity_secrets IS
  'owner: entities. Credentials and signing key for the authority, sealed with the installation key.';

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- An address may only serve as its owner's own name, so that a name never answers for two people.
  username text NOT NULL CHECK (position('@' IN username) = 0 OR lower(username) = lower(email)),
  email text NOT NULL,
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  access_type text NOT NULL CHECK (access_type IN ('superadmin', 'staff', 'user')),
  -- Null for people of the directory.
  password_hash text,
  is_active boolean NOT NULL DEFAULT true,
  image text NOT NULL DEFAULT '' CHECK (length(image) <= 500000),
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX users_username ON users (lower(username));
CREATE UNIQUE INDEX users_email ON users (lower(email));
COMMENT ON TABLE users IS 'owner: users. People who sign in.';

CREATE TABLE groups (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX groups_name ON groups (lower(name));
COMMENT ON TABLE groups IS 'owner: users. Named sets of permission flags.';

CREATE TABLE group_permissions (
  group_id uuid NOT NULL REFERENCES groups ON DELETE CASCADE,
  flag text NOT NULL CHECK (flag IN (
    'can_create_invoice', 'can_edit_invoice', 'can_view_invoice', 'can_export_csv', 'can_approve_invoice',
    'can_view_all', 'can_perform_mapping')),
  PRIMARY KEY (group_id, flag)
);
COMMENT ON TABLE group_permissions IS 'owner: users.';

CREATE TABLE user_groups (
  user_id uuid NOT NULL REFERENCES users,
  group_id uuid NOT NULL REFERENCES groups ON DELETE CASCADE,
  PRIMARY KEY (user_id, group_id)
);
CREATE INDEX user_groups_group ON user_groups (group_id);
COMMENT ON TABLE user_groups IS 'owner: users.';

CREATE TABLE user_entities (
  user_id uuid NOT NULL REFERENCES users,
  sender_entity_id uuid NOT NULL REFERENCES sender_entities,
  PRIMARY KEY (user_id, sender_entity_id)
);
COMMENT ON TABLE user_entities IS 'owner: users. A store counts only together with its entity.';

CREATE TABLE user_store_codes (
  user_id uuid NOT NULL REFERENCES users,
  store_code_id uuid NOT NULL REFERENCES store_codes,
  PRIMARY KEY (user_id, store_code_id)
);
COMMENT ON TABLE user_store_codes IS 'owner: users.';

CREATE TABLE sessions (
  token_hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  absolute_until timestamptz NOT NULL,
  ip text NOT NULL,
  user_agent text NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_end ON sessions (absolute_until);
COMMENT ON TABLE sessions IS 'owner: access. Only the SHA-256 of a token is kept.';

CREATE TABLE api_keys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  key_hash text NOT NULL UNIQUE,
  sender_entity_id uuid NOT NULL REFERENCES sender_entities,
  flags text[] NOT NULL CHECK (flags <@ ARRAY[
    'can_create_invoice', 'can_edit_invoice', 'can_view_invoice', 'can_export_csv', 'can_approve_invoice',
    'can_view_all', 'can_perform_mapping']),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  UNIQUE (sender_entity_id, id)
);
COMMENT ON TABLE api_keys IS 'owner: access. Keys of integrations; only the SHA-256 is kept.';

CREATE TABLE api_key_store_codes (
  api_key_id uuid NOT NULL,
  sender_entity_id uuid NOT NULL,
  store_code_id uuid NOT NULL,
  PRIMARY KEY (api_key_id, store_code_id),
  FOREIGN KEY (sender_entity_id, api_key_id) REFERENCES api_keys (sender_entity_id, id) ON DELETE CASCADE,
  FOREIGN KEY (sender_entity_id, store_code_id) REFERENCES store_codes (sender_entity_id, id)
);
COMMENT ON TABLE api_key_store_codes IS 'owner: access. A key reaches only stores of its own entity.';

CREATE TABLE login_records (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- As typed, lower case, so that unknown names are slowed down like known ones.
  username text NOT NULL,
  user_id uuid REFERENCES users,
  -- 'pending' while the password is being compared; counts as a wrong try until it is decided.
  outcome text NOT NULL CHECK (outcome IN ('pending', 'failed', 'succeeded')),
  ip text NOT NULL,
  user_agent text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX login_records_username ON login_records (username, at DESC);
CREATE INDEX login_records_ip ON login_records (ip, at DESC);
CREATE INDEX login_records_at ON login_records (at DESC);
COMMENT ON TABLE login_records IS 'owner: session. Every try to sign in.';

CREATE TABLE audit_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL,
  -- Who: a person, a key, or the system itself (both null).
  user_id uuid REFERENCES users,
  api_key_id uuid REFERENCES api_keys,
  action text NOT NULL CHECK (action IN ('create', 'update', 'delete')),
  target_kind text NOT NULL,
  target_id text NOT NULL,
  field text NOT NULL DEFAULT '',
  old_value text NOT NULL DEFAULT '',
  new_value text NOT NULL DEFAULT ''
);
CREATE INDEX audit_events_at ON audit_events (at DESC);
CREATE INDEX audit_events_target ON audit_events (target_kind, target_id, at DESC);
COMMENT ON TABLE audit_events IS 'owner: audit. One row per changed field.';

CREATE TABLE settings (
  key text PRIMARY KEY,
  category text NOT NULL,
  value jsonb NOT NULL,
  modified_at timestamptz NOT NULL,
  modified_by uuid REFERENCES users
);
COMMENT ON TABLE settings IS 'owner: settings. Only values that differ from the defaults in the code.';

CREATE TABLE customers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  sender_entity_id uuid NOT NULL REFERENCES sender_entities,
  name text NOT NULL,
  entity_code text NOT NULL DEFAULT '',
  tin_no text NOT NULL DEFAULT '',
  identity_type text NOT NULL,
  identity_number text NOT NULL,
  sst_no text NOT NULL DEFAULT '',
  ttx_no text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  contact_number text NOT NULL DEFAULT '',
  address1 text NOT NULL DEFAULT '',
  address2 text NOT NULL DEFAULT '',
  address3 text NOT NULL DEFAULT '',
  zipcode text NOT NULL DEFAULT '',
  city text NOT NULL DEFAULT '',
  -- A state code in Malaysia, free text elsewhere.
  state text NOT NULL DEFAULT '',
  country text NOT NULL DEFAULT 'MYS',
  msic_code text NOT NULL DEFAULT '',
  business_description text NOT NULL DEFAULT '',
  contact_person text NOT NULL DEFAULT '',
  contact_reference text NOT NULL DEFAULT '',
  bank_number text NOT NULL DEFAULT '',
  source_ui boolean NOT NULL DEFAULT true,
  is_supplier boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  modified_at timestamptz NOT NULL
);
CREATE INDEX customers_name ON customers (sender_entity_id, lower(name));
CREATE INDEX customers_identity ON customers (sender_entity_id, identity_number);
CREATE INDEX customers_search ON customers
  USING gin (lower(name || ' ' || tin_no || ' ' || identity_number) gin_trgm_ops);
COMMENT ON TABLE customers IS 'owner: customers. Buyers and suppliers; documents keep their own snapshot.';

CREATE TABLE portal_items (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  sender_entity_id uuid NOT NULL REFERENCES sender_entities,
  classification text NOT NULL,
  item_description text NOT NULL,
  tax_type text NOT NULL,
  tax_rate numeric(5, 2) NOT NULL DEFAULT 0 CHECK (tax_rate >= 0),
  created_at timestamptz NOT NULL,
  modified_at timestamptz NOT NULL
);
CREATE INDEX portal_items_description ON portal_items (sender_entity_id, lower(item_description));
CREATE INDEX portal_items_search ON portal_items
  USING gin (lower(item_description || ' ' || classification) gin_trgm_ops);
COMMENT ON TABLE portal_items IS 'owner: items. Saved lines for the document form.';

CREATE TABLE templates (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  sender_entity_id uuid NOT NULL REFERENCES sender_entities,
  created_by uuid NOT NULL REFERENCES users,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  invoice jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  modified_at timestamptz NOT NULL
);
CREATE INDEX templates_modified ON templates (sender_entity_id, modified_at DESC);
COMMENT ON TABLE templates IS 'owner: templates. Content of the document form, unchecked, to start from.';
