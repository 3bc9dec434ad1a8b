
-- CreateTable
CREATE TABLE "session" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "refresh_hash" BYTEA NOT NULL,
    "rotation" INTEGER NOT NULL DEFAULT 0,
    "rotated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_reason" TEXT,
    "user_agent" TEXT,
    "ip" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "session_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "recovery_code" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "reset_hash" BYTEA,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "rate_bucket" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,
    "reset_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_bucket_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "audit_log" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" UUID NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" INTEGER,
    "action" TEXT NOT NULL,
    "object" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',
    "ip" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "queue" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT NOT NULL DEFAULT '#5b7083',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "user_id" INTEGER,
    "transfer_keywords" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "fallback_queue_id" INTEGER,
    "check_online_users" BOOLEAN NOT NULL DEFAULT false,
    "greeting_message" TEXT NOT NULL DEFAULT '',
    "transfer_message" TEXT NOT NULL DEFAULT '',
    "no_users_message" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "queue_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "tag" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "user_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tag_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "closing_reason" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT NOT NULL DEFAULT '#5b7083',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "closing_reason_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "channel" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_deleted" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL DEFAULT 'disconnected',
    "state_reason" TEXT,
    "user_action" TEXT,
    "show" JSONB,
    "retries" INTEGER NOT NULL DEFAULT 0,
    "number" TEXT,
    "account_id" TEXT,
    "account_name" TEXT,
    "account_also" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "notices" JSONB NOT NULL DEFAULT '[]',
    "settings" JSONB NOT NULL DEFAULT '{}',
    "settings_version" INTEGER NOT NULL DEFAULT 1,
    "queue_id" INTEGER,
    "user_id" INTEGER,
    "greeting_message" TEXT NOT NULL DEFAULT '',
    "farewell_message" TEXT NOT NULL DEFAULT '',
    "transfer_message" TEXT NOT NULL DEFAULT '',
    "accept_message" TEXT NOT NULL DEFAULT '',
    "absence_message" TEXT NOT NULL DEFAULT '',
    "auto_close_minutes" INTEGER,
    "auto_close_message" TEXT NOT NULL DEFAULT '',
    "ignore_groups" BOOLEAN NOT NULL DEFAULT true,
    "qr_requested_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "channel_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "node" (
    "id" UUID NOT NULL,
    "host" TEXT NOT NULL,
    "roles" TEXT[],
    "version" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "node_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lease" (
    "tenant_id" INTEGER NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "owner" UUID,
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lease_pkey" PRIMARY KEY ("tenant_id","channel_id")
);

-- CreateTable
CREATE TABLE "domain_event" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "domain_event_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "event_position" (
    "subscriber" TEXT NOT NULL,
    "xid" BIGINT NOT NULL DEFAULT 0,
    "event_id" BIGINT NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_position_pkey" PRIMARY KEY ("subscriber")
);

-- CreateTable
CREATE TABLE "contact" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "number" TEXT,
    "email" TEXT,
    "pushname" TEXT,
    "profile_pic_id" UUID,
    "is_group" BOOLEAN NOT NULL DEFAULT false,
    "is_blocked" BOOLEAN NOT NULL DEFAULT false,
    "disable_bot" BOOLEAN NOT NULL DEFAULT false,
    "disable_campaign" BOOLEAN NOT NULL DEFAULT false,
    "disable_crm" BOOLEAN NOT NULL DEFAULT false,
    "no_marketing" BOOLEAN NOT NULL DEFAULT false,
    "ignore" BOOLEAN NOT NULL DEFAULT false,
    "disable_rating" BOOLEAN NOT NULL DEFAULT false,
    "disable_transcription" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contact_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "contact_address" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "scope" INTEGER NOT NULL DEFAULT 0,
    "value" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contact_address_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "contact_extra" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "contact_extra_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "contact_tag" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "contact_id" INTEGER NOT NULL,
    "tag_id" INTEGER NOT NULL,

    CONSTRAINT "contact_tag_pkey" PRIMARY KEY ("tenant_id","contact_id","tag_id")
);

-- CreateTable
CREATE TABLE "contact_wallet" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "contact_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,

    CONSTRAINT "contact_wallet_pkey" PRIMARY KEY ("tenant_id","contact_id","user_id")
);

-- CreateTable
CREATE TABLE "media" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'ready',
    "storage_key" TEXT,
    "thumb_key" TEXT,
    "mime_type" TEXT NOT NULL DEFAULT 'application/octet-stream',
    "file_name" TEXT,
    "size" BIGINT NOT NULL DEFAULT 0,
    "sha256" BYTEA,
    "width" INTEGER,
    "height" INTEGER,
    "channel_id" INTEGER,
    "ref" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "message" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" UUID NOT NULL,
    "ticket_id" INTEGER NOT NULL,
    "seq" INTEGER NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "contact_id" INTEGER,
    "user_id" INTEGER,
    "from_me" BOOLEAN NOT NULL,
    "send_type" TEXT NOT NULL DEFAULT 'chat',
    "type" TEXT NOT NULL,
    "body" TEXT NOT NULL DEFAULT '',
    "content" JSONB NOT NULL,
    "media_id" UUID,
    "external_id" TEXT,
    "reply_to_id" UUID,
    "status" TEXT NOT NULL,
    "fail_code" TEXT,
    "fail_reason" TEXT,
    "is_deleted" BOOLEAN NOT NULL DEFAULT false,
    "edited_at" TIMESTAMPTZ(3),
    "is_forwarded" BOOLEAN NOT NULL DEFAULT false,
    "reactions" JSONB NOT NULL DEFAULT '[]',
    "origin" JSONB,
    "pricing" JSONB,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "message_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "message_alias" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "channel_id" INTEGER NOT NULL,
    "external_id" TEXT NOT NULL,
    "message_id" UUID NOT NULL,

    CONSTRAINT "message_alias_pkey" PRIMARY KEY ("tenant_id","channel_id","external_id")
);

-- CreateTable
CREATE TABLE "delivery" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" UUID NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "ticket_id" INTEGER NOT NULL,
    "message_id" UUID NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'send',
    "payload" JSONB NOT NULL DEFAULT '{}',
    "position" BIGSERIAL NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempted_at" TIMESTAMPTZ(3),
    "error_code" TEXT,
    "error_detail" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "inbox" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" BIGSERIAL NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'new',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inbox_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "parked_event" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" BIGSERIAL NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "external_id" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "parked_event_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "template" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "external_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "quality" TEXT,
    "reason" TEXT,
    "components" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "template_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "plugin_install" (
    "id" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "kinds" TEXT[],
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "app_settings" JSONB NOT NULL DEFAULT '{}',
    "app_settings_version" INTEGER NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "plugin_install_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "plugin_enablement" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "plugin_id" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "plugin_enablement_pkey" PRIMARY KEY ("tenant_id","plugin_id")
);

-- CreateTable
CREATE TABLE "plugin_secret" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "instance" TEXT NOT NULL,
    "field" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,

    CONSTRAINT "plugin_secret_pkey" PRIMARY KEY ("tenant_id","instance","field")
);

-- CreateTable
CREATE TABLE "plugin_store" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "instance" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "value" JSONB,
    "sealed" BYTEA,
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "plugin_store_pkey" PRIMARY KEY ("tenant_id","instance","key")
);

-- CreateTable
CREATE TABLE "plugin_schedule" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "instance" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "payload" JSONB NOT NULL DEFAULT 'null',
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "plugin_schedule_pkey" PRIMARY KEY ("tenant_id","instance","name")
);

-- CreateTable
CREATE TABLE "data_key" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "wrapped_by" TEXT NOT NULL,
    "wrapped" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "data_key_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "hook_route" (
    "key" TEXT NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "instance" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "hook_route_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "tenant" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "whatsapp" TEXT,
    "email" TEXT,
    "due_date" DATE,
    "plan_id" INTEGER,
    "recurrence" TEXT NOT NULL DEFAULT 'monthly',
    "timezone" TEXT NOT NULL DEFAULT 'America/Sao_Paulo',
    "business_hours" JSONB NOT NULL DEFAULT '[]',
    "message_business_hours" TEXT NOT NULL DEFAULT '',
    "menu_permissions" JSONB NOT NULL DEFAULT '{}',
    "is_trial" BOOLEAN NOT NULL DEFAULT false,
    "max_users" INTEGER,
    "max_connections" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "plan" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "max_users" INTEGER NOT NULL,
    "max_connections" INTEGER NOT NULL,
    "value_cents" INTEGER NOT NULL DEFAULT 0,
    "is_public" BOOLEAN NOT NULL DEFAULT true,
    "groups" BOOLEAN NOT NULL DEFAULT true,
    "campaigns" BOOLEAN NOT NULL DEFAULT true,
    "integrations" BOOLEAN NOT NULL DEFAULT true,
    "import_messages" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "plan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setting" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("tenant_id","key")
);

-- CreateTable
CREATE TABLE "ticket" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "protocol" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "contact_id" INTEGER NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "address_id" INTEGER NOT NULL,
    "thread" TEXT NOT NULL DEFAULT '',
    "queue_id" INTEGER,
    "user_id" INTEGER,
    "is_group" BOOLEAN NOT NULL DEFAULT false,
    "chat_flow_id" INTEGER,
    "unread_messages" INTEGER NOT NULL DEFAULT 0,
    "answered" BOOLEAN NOT NULL DEFAULT false,
    "is_active_demand" BOOLEAN NOT NULL DEFAULT false,
    "is_farewell_message" BOOLEAN NOT NULL DEFAULT false,
    "last_message" TEXT NOT NULL DEFAULT '',
    "last_message_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "waiting_since" TIMESTAMPTZ(3),
    "last_inbound_at" TIMESTAMPTZ(3),
    "closing_reason_id" INTEGER,
    "seq" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "started_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ticket_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "ticket_log" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "ticket_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "cause" TEXT NOT NULL DEFAULT 'person',
    "user_id" INTEGER,
    "queue_id" INTEGER,
    "from_user_id" INTEGER,
    "to_user_id" INTEGER,
    "from_queue_id" INTEGER,
    "closing_reason_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ticket_log_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "app_user" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "profile" TEXT NOT NULL DEFAULT 'user',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_support" BOOLEAN NOT NULL DEFAULT false,
    "configs" JSONB NOT NULL DEFAULT '{}',
    "locale" TEXT NOT NULL DEFAULT 'pt',
    "profile_pic_id" UUID,
    "block_multiple_logins" BOOLEAN NOT NULL DEFAULT false,
    "ignore_wallet" BOOLEAN NOT NULL DEFAULT false,
    "allow_calls" BOOLEAN NOT NULL DEFAULT false,
    "login_schedule" JSONB,
    "is_online" BOOLEAN NOT NULL DEFAULT false,
    "last_login" TIMESTAMPTZ(3),
    "last_logout" TIMESTAMPTZ(3),
    "last_online" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_user_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "login_email" (
    "email" TEXT NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,

    CONSTRAINT "login_email_pkey" PRIMARY KEY ("email")
);

-- CreateTable
CREATE TABLE "user_queue" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "user_id" INTEGER NOT NULL,
    "queue_id" INTEGER NOT NULL,

    CONSTRAINT "user_queue_pkey" PRIMARY KEY ("tenant_id","user_id","queue_id")
);

-- CreateTable
CREATE TABLE "user_channel" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "user_id" INTEGER NOT NULL,
    "channel_id" INTEGER NOT NULL,

    CONSTRAINT "user_channel_pkey" PRIMARY KEY ("tenant_id","user_id","channel_id")
);

-- CreateIndex
CREATE INDEX "session_tenant_id_user_id_idx" ON "session"("tenant_id", "user_id");

-- CreateIndex
CREATE INDEX "recovery_code_tenant_id_user_id_created_at_idx" ON "recovery_code"("tenant_id", "user_id", "created_at");

-- CreateIndex
CREATE INDEX "audit_log_tenant_id_created_at_idx" ON "audit_log"("tenant_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "contact_address_tenant_id_contact_id_idx" ON "contact_address"("tenant_id", "contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "contact_address_tenant_id_kind_scope_value_key" ON "contact_address"("tenant_id", "kind", "scope", "value");

-- CreateIndex
CREATE UNIQUE INDEX "contact_extra_tenant_id_contact_id_name_key" ON "contact_extra"("tenant_id", "contact_id", "name");

-- CreateIndex
CREATE INDEX "contact_tag_tenant_id_tag_id_idx" ON "contact_tag"("tenant_id", "tag_id");

-- CreateIndex
CREATE INDEX "contact_wallet_tenant_id_user_id_idx" ON "contact_wallet"("tenant_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "message_tenant_id_ticket_id_seq_key" ON "message"("tenant_id", "ticket_id", "seq");

-- CreateIndex
CREATE INDEX "delivery_tenant_id_message_id_idx" ON "delivery"("tenant_id", "message_id");

-- CreateIndex
CREATE UNIQUE INDEX "inbox_tenant_id_channel_id_key_key" ON "inbox"("tenant_id", "channel_id", "key");

-- CreateIndex
CREATE INDEX "parked_event_tenant_id_channel_id_external_id_idx" ON "parked_event"("tenant_id", "channel_id", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "template_tenant_id_channel_id_external_id_key" ON "template"("tenant_id", "channel_id", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "hook_route_tenant_id_instance_key" ON "hook_route"("tenant_id", "instance");

-- CreateIndex
CREATE UNIQUE INDEX "plan_name_key" ON "plan"("name");

-- CreateIndex
CREATE INDEX "ticket_tenant_id_contact_id_channel_id_id_idx" ON "ticket"("tenant_id", "contact_id", "channel_id", "id" DESC);

-- CreateIndex
CREATE INDEX "ticket_log_tenant_id_ticket_id_id_idx" ON "ticket_log"("tenant_id", "ticket_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "login_email_tenant_id_user_id_key" ON "login_email"("tenant_id", "user_id");


-- From here on by hand: what the schema language cannot say.

create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Text as people search for it: lower case, without accents. `unaccent` is only stable, since its dictionary could
-- change; it does not here, and indexes need an immutable function.
create function fold(p_text text) returns text
  language sql immutable parallel safe strict
  return lower(unaccent('unaccent'::regdictionary, p_text));

-- Foreign keys carry the company: reference checks pass by row-level security.
alter table app_user add foreign key (tenant_id) references tenant;
alter table channel add foreign key (tenant_id) references tenant;
alter table contact add foreign key (tenant_id) references tenant;
alter table queue add foreign key (tenant_id) references tenant;
alter table tag add foreign key (tenant_id) references tenant;
alter table closing_reason add foreign key (tenant_id) references tenant;
alter table setting add foreign key (tenant_id) references tenant;
alter table tenant add foreign key (plan_id) references plan;

alter table session add foreign key (tenant_id, user_id) references app_user on delete cascade;
alter table recovery_code add foreign key (tenant_id, user_id) references app_user on delete cascade;
alter table login_email add foreign key (tenant_id, user_id) references app_user on delete cascade;
alter table user_queue
  add foreign key (tenant_id, user_id) references app_user on delete cascade,
  add foreign key (tenant_id, queue_id) references queue on delete cascade;
alter table user_channel
  add foreign key (tenant_id, user_id) references app_user on delete cascade,
  add foreign key (tenant_id, channel_id) references channel on delete cascade;

alter table queue
  add foreign key (tenant_id, user_id) references app_user on delete set null (user_id),
  add foreign key (tenant_id, fallback_queue_id) references queue on delete set null (fallback_queue_id);
alter table tag add foreign key (tenant_id, user_id) references app_user on delete set null (user_id);
alter table channel
  add foreign key (tenant_id, queue_id) references queue on delete set null (queue_id),
  add foreign key (tenant_id, user_id) references app_user on delete set null (user_id);

alter table contact_address add foreign key (tenant_id, contact_id) references contact on delete cascade;
alter table contact_extra add foreign key (tenant_id, contact_id) references contact on delete cascade;
alter table contact_tag
  add foreign key (tenant_id, contact_id) references contact on delete cascade,
  add foreign key (tenant_id, tag_id) references tag;
alter table contact_wallet
  add foreign key (tenant_id, contact_id) references contact on delete cascade,
  add foreign key (tenant_id, user_id) references app_user on delete cascade;
alter table contact add foreign key (tenant_id, profile_pic_id) references media on delete set null (profile_pic_id);
alter table app_user add foreign key (tenant_id, profile_pic_id) references media on delete set null (profile_pic_id);

alter table ticket
  add foreign key (tenant_id, contact_id) references contact,
  add foreign key (tenant_id, channel_id) references channel,
  add foreign key (tenant_id, address_id) references contact_address,
  add foreign key (tenant_id, queue_id) references queue,
  add foreign key (tenant_id, user_id) references app_user on delete set null (user_id),
  add foreign key (tenant_id, closing_reason_id) references closing_reason;
alter table ticket_log
  add foreign key (tenant_id, ticket_id) references ticket on delete cascade,
  add foreign key (tenant_id, user_id) references app_user on delete set null (user_id),
  add foreign key (tenant_id, from_user_id) references app_user on delete set null (from_user_id),
  add foreign key (tenant_id, to_user_id) references app_user on delete set null (to_user_id),
  add foreign key (tenant_id, queue_id) references queue on delete set null (queue_id),
  add foreign key (tenant_id, from_queue_id) references queue on delete set null (from_queue_id),
  add foreign key (tenant_id, closing_reason_id) references closing_reason on delete set null (closing_reason_id);

alter table message
  add foreign key (tenant_id, ticket_id) references ticket on delete cascade,
  add foreign key (tenant_id, media_id) references media on delete set null (media_id),
  add foreign key (tenant_id, user_id) references app_user on delete set null (user_id);
alter table template add foreign key (tenant_id, channel_id) references channel on delete cascade;
alter table message_alias add foreign key (tenant_id, message_id) references message on delete cascade;
alter table delivery add foreign key (tenant_id, message_id) references message on delete cascade;
alter table hook_route add foreign key (tenant_id) references tenant on delete cascade;

-- Names are unique within a company, whatever their case.
create unique index channel_name on channel (tenant_id, lower(name)) where not is_deleted;
create unique index queue_name on queue (tenant_id, lower(name));
create unique index tag_name on tag (tenant_id, lower(name));
create unique index closing_reason_name on closing_reason (tenant_id, lower(name));
create unique index channel_default on channel (tenant_id) where is_default and not is_deleted;

-- At most one ticket that is not closed per contact, channel and thread (reliability G-05).
create unique index ticket_live on ticket (tenant_id, channel_id, contact_id, thread) where status <> 'closed';
-- The lists walk these in their own order; closed tickets, which are nearly all, lie apart.
create index ticket_list on ticket (tenant_id, last_message_at desc, id desc) where status <> 'closed';
create index ticket_list_closed on ticket (tenant_id, last_message_at desc, id desc) where status = 'closed';
create index ticket_user on ticket (tenant_id, user_id, last_message_at desc) where user_id is not null;
create index ticket_queue on ticket (tenant_id, queue_id, last_message_at desc);

-- One effect per provider message (reliability G-02).
create unique index message_external on message (tenant_id, channel_id, external_id) where external_id is not null;
create index message_media on message (tenant_id, media_id) where media_id is not null;
create index message_alias_message on message_alias (tenant_id, message_id);
create index delivery_claim on delivery (tenant_id, channel_id, ticket_id, position) where state in ('queued', 'sending');
create index delivery_due on delivery (tenant_id, channel_id, due_at) where state = 'queued';
create index inbox_new on inbox (tenant_id, channel_id, due_at) where state = 'new';
create index inbox_dead on inbox (received_at desc) where state = 'dead';
create index inbox_old on inbox (received_at) where state = 'done';
create index parked_event_old on parked_event (created_at);
create index media_created on media (tenant_id, created_at);
create index contact_picture on contact (tenant_id, profile_pic_id) where profile_pic_id is not null;
create index app_user_picture on app_user (tenant_id, profile_pic_id) where profile_pic_id is not null;
create index media_due on media (due_at) where state = 'pending';
create index plugin_schedule_due on plugin_schedule (due_at);
create index contact_search on contact using gin
  (tenant_id, fold(name || ' ' || coalesce(number, '') || ' ' || coalesce(email, '')) gin_trgm_ops);
create index contact_by_name on contact (tenant_id, name, id);
create index contact_number on contact (tenant_id, number) where number is not null;

-- Subscribers read events in commit order: by transaction, then by id, up to the oldest running transaction.
alter table domain_event add column xid xid8 not null default pg_current_xact_id();
create index domain_event_order on domain_event (xid, id);
create index domain_event_old on domain_event (created_at);

-- Small hot tables are vacuumed early.
alter table delivery set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
alter table ticket set (fillfactor = 85);
alter table lease set (fillfactor = 50);

-- Row-level security on everything that belongs to a company.
do $$
declare t text;
begin
  for t in
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy own_company on %I using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::int)',
      t);
  end loop;
end $$;
alter table tenant enable row level security;
alter table tenant force row level security;
create policy own_company on tenant using (id = nullif(current_setting('app.tenant_id', true), '')::int);
