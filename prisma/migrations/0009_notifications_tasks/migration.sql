-- CreateTable
CREATE TABLE "notification" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "params" JSONB NOT NULL DEFAULT '{}',
    "link" TEXT,
    "ticket_id" INTEGER,
    "subject" TEXT,
    "cause" TEXT,
    "read_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notification_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "notification_preference" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "user_id" INTEGER NOT NULL,
    "values" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notification_preference_pkey" PRIMARY KEY ("tenant_id","user_id")
);

-- CreateTable
CREATE TABLE "push_key" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "public_key" TEXT NOT NULL,
    "private_key" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "push_key_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "push_subscription" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "session_id" UUID NOT NULL,
    "endpoint" TEXT NOT NULL,
    "keys" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "push_subscription_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "push_delivery" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "topic" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "params" JSONB NOT NULL DEFAULT '{}',
    "link" TEXT,
    "ticket_id" INTEGER,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "push_delivery_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "task" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "limit_date" TIMESTAMPTZ(3) NOT NULL,
    "priority" TEXT NOT NULL,
    "owner_id" INTEGER,
    "creator_id" INTEGER,
    "finished_at" TIMESTAMPTZ(3),
    "notice_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "task_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "notification_tenant_id_user_id_cause_key" ON "notification"("tenant_id", "user_id", "cause");

-- CreateIndex
CREATE UNIQUE INDEX "push_delivery_tenant_id_subscription_id_topic_key" ON "push_delivery"("tenant_id", "subscription_id", "topic");


-- From here on by hand: what the schema language cannot say.

alter table notification
  add foreign key (tenant_id, user_id) references app_user on delete cascade,
  add foreign key (tenant_id, ticket_id) references ticket on delete cascade;
create index notification_newest on notification (tenant_id, user_id, id desc);
create index notification_unread on notification (tenant_id, user_id, id desc) where read_at is null;
create index notification_ticket on notification (tenant_id, ticket_id) where ticket_id is not null;
create index notification_subject on notification (tenant_id, subject) where subject is not null and read_at is null;
create index notification_old on notification (created_at);

alter table notification_preference add foreign key (tenant_id, user_id) references app_user on delete cascade;

-- A browser belongs to whoever signed in last on it; an ended session takes its browser along when it is purged.
alter table push_subscription
  add foreign key (tenant_id, user_id) references app_user on delete cascade,
  add foreign key (tenant_id, session_id) references session on delete cascade;
create unique index push_subscription_endpoint on push_subscription (tenant_id, md5(endpoint));
create index push_subscription_user on push_subscription (tenant_id, user_id);
create index push_subscription_session on push_subscription (tenant_id, session_id);

alter table push_delivery
  add foreign key (tenant_id, subscription_id) references push_subscription on delete cascade,
  add foreign key (tenant_id, ticket_id) references ticket on delete cascade;
create index push_delivery_due on push_delivery (due_at);
create index push_delivery_turn on push_delivery (tenant_id, due_at);
create index push_delivery_ticket on push_delivery (tenant_id, ticket_id) where ticket_id is not null;
alter table push_delivery set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);

alter table task
  add foreign key (tenant_id, owner_id) references app_user on delete set null (owner_id),
  add foreign key (tenant_id, creator_id) references app_user on delete set null (creator_id);
create index task_pending on task (tenant_id, limit_date, id) where finished_at is null;
create index task_all on task (tenant_id, limit_date, id);
create index task_owner on task (tenant_id, owner_id, limit_date);
create index task_creator on task (tenant_id, creator_id, limit_date);
create index task_notice on task (notice_at) where notice_at is not null;

alter table notification enable row level security;
alter table notification force row level security;
create policy own_company on notification using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table notification_preference enable row level security;
alter table notification_preference force row level security;
create policy own_company on notification_preference using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table push_key enable row level security;
alter table push_key force row level security;
create policy own_company on push_key using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table push_subscription enable row level security;
alter table push_subscription force row level security;
create policy own_company on push_subscription using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table push_delivery enable row level security;
alter table push_delivery force row level security;
create policy own_company on push_delivery using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table task enable row level security;
alter table task force row level security;
create policy own_company on task using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
