-- CreateTable
CREATE TABLE "webhook" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "channel_id" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT false,
    "events" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "secret" BYTEA NOT NULL,
    "previous_secret" BYTEA,
    "previous_until" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "last_success_at" TIMESTAMPTZ(3),
    "rests_until" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),
    "pause_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("tenant_id","channel_id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" UUID NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "event" TEXT NOT NULL,
    "event_id" BIGINT,
    "ticket_id" INTEGER,
    "message_id" UUID,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "payload" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "attempted_at" TIMESTAMPTZ(3),
    "duration_ms" INTEGER,
    "status_code" INTEGER,
    "reason" TEXT,
    "response" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "webhook_delivery_tenant_id_channel_id_position_idx" ON "webhook_delivery"("tenant_id", "channel_id", "position" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_delivery_tenant_id_channel_id_event_id_key" ON "webhook_delivery"("tenant_id", "channel_id", "event_id");


-- From here on by hand: what the schema language cannot say.

alter table webhook add foreign key (tenant_id, channel_id) references channel on delete cascade;
alter table webhook_delivery add foreign key (tenant_id, channel_id) references webhook on delete cascade;

-- The queue is small beside the log, and is read in two ways: what is due, and what stands before it in its ticket.
create index webhook_delivery_due on webhook_delivery (tenant_id, channel_id, due_at) where state = 'pending';
create index webhook_delivery_order on webhook_delivery (tenant_id, channel_id, ticket_id, position) where state = 'pending';
create index webhook_delivery_failed on webhook_delivery (tenant_id, channel_id, position desc) where state = 'failed';
create index webhook_delivery_old on webhook_delivery (created_at);
alter table webhook_delivery set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);

alter table webhook enable row level security;
alter table webhook force row level security;
create policy own_company on webhook using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table webhook_delivery enable row level security;
alter table webhook_delivery force row level security;
create policy own_company on webhook_delivery using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
