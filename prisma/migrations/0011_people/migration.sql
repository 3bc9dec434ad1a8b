-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "sip_enabled" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "sip_password" BYTEA,
ADD COLUMN     "sip_port" INTEGER,
ADD COLUMN     "sip_server" TEXT,
ADD COLUMN     "sip_user" TEXT;

-- CreateTable
CREATE TABLE "user_call_channel" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "user_id" INTEGER NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "user_call_channel_pkey" PRIMARY KEY ("tenant_id","user_id","channel_id")
);

-- CreateTable
CREATE TABLE "team" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "team_user" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "team_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,

    CONSTRAINT "team_user_pkey" PRIMARY KEY ("tenant_id","team_id","user_id")
);

-- CreateTable
CREATE TABLE "two_factor" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "user_id" INTEGER NOT NULL,
    "secret" BYTEA NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" BIGINT NOT NULL DEFAULT 0,
    "trust_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "two_factor_pkey" PRIMARY KEY ("tenant_id","user_id")
);

-- CreateTable
CREATE TABLE "two_factor_code" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "user_id" INTEGER NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "two_factor_code_pkey" PRIMARY KEY ("tenant_id","user_id","code_hash")
);

-- CreateTable
CREATE TABLE "sso_provider" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT false,
    "issuer" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_secret" BYTEA,
    "is_only_way" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sso_provider_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "sso_provider_tenant_id_key" ON "sso_provider"("tenant_id");


-- From here on by hand: what the schema language cannot say.

alter table app_user add constraint app_user_sip_port check (sip_port between 1 and 65535);

alter table user_call_channel
  add foreign key (tenant_id, user_id) references app_user on delete cascade,
  add foreign key (tenant_id, channel_id) references channel on delete cascade;
create index user_call_channel_channel on user_call_channel (tenant_id, channel_id);

alter table team add foreign key (tenant_id) references tenant;
create unique index team_name on team (tenant_id, lower(name));
alter table team_user
  add foreign key (tenant_id, team_id) references team on delete cascade,
  add foreign key (tenant_id, user_id) references app_user on delete cascade;
create index team_user_user on team_user (tenant_id, user_id);

alter table two_factor add foreign key (tenant_id, user_id) references app_user on delete cascade;
alter table two_factor_code add foreign key (tenant_id, user_id) references two_factor on delete cascade;

alter table sso_provider add foreign key (tenant_id) references tenant;

-- The log is read newest first (ids carry the time), alone or by who, what and whom.
create index audit_log_actor on audit_log (tenant_id, actor_id, id desc) where actor_id is not null;
create index audit_log_action on audit_log (tenant_id, action text_pattern_ops, id desc);
create index audit_log_object on audit_log (tenant_id, object, id desc) where object is not null;

alter table user_call_channel enable row level security;
alter table user_call_channel force row level security;
create policy own_company on user_call_channel using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table team enable row level security;
alter table team force row level security;
create policy own_company on team using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table team_user enable row level security;
alter table team_user force row level security;
create policy own_company on team_user using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table two_factor enable row level security;
alter table two_factor force row level security;
create policy own_company on two_factor using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table two_factor_code enable row level security;
alter table two_factor_code force row level security;
create policy own_company on two_factor_code using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table sso_provider enable row level security;
alter table sso_provider force row level security;
create policy own_company on sso_provider using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
