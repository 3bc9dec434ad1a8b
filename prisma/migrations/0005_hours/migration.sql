-- CreateTable
CREATE TABLE "opening_hours" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "channel_id" INTEGER,
    "queue_id" INTEGER,
    "week" JSONB,
    "message" TEXT NOT NULL DEFAULT '',
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "opening_hours_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "holiday" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "day" SMALLINT NOT NULL,
    "month" SMALLINT NOT NULL,
    "year" SMALLINT,
    "name" TEXT NOT NULL DEFAULT '',
    "message" TEXT NOT NULL DEFAULT '',
    "mode" TEXT NOT NULL DEFAULT 'closed',
    "periods" JSONB NOT NULL DEFAULT '[]',
    "scope" TEXT NOT NULL DEFAULT 'company',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "holiday_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "holiday_place" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "holiday_id" INTEGER NOT NULL,
    "channel_id" INTEGER,
    "queue_id" INTEGER,

    CONSTRAINT "holiday_place_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "absence_notice" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "ticket_id" INTEGER NOT NULL,
    "event_id" BIGINT NOT NULL,
    "message_id" UUID NOT NULL,
    "said_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "absence_notice_pkey" PRIMARY KEY ("tenant_id","ticket_id","event_id")
);

-- CreateIndex
CREATE INDEX "holiday_tenant_id_month_day_idx" ON "holiday"("tenant_id", "month", "day");


-- From here on by hand: what the schema language cannot say.

alter table opening_hours
  add foreign key (tenant_id) references tenant on delete cascade,
  add foreign key (tenant_id, channel_id) references channel on delete cascade,
  add foreign key (tenant_id, queue_id) references queue on delete cascade,
  add check (num_nonnulls(channel_id, queue_id) = 1);
create unique index opening_hours_channel on opening_hours (tenant_id, channel_id) where channel_id is not null;
create unique index opening_hours_queue on opening_hours (tenant_id, queue_id) where queue_id is not null;

alter table holiday
  add foreign key (tenant_id) references tenant on delete cascade,
  add check (month between 1 and 12 and day between 1 and 31),
  add check (mode in ('closed', 'one', 'two') and scope in ('company', 'channel', 'queue'));

alter table holiday_place
  add foreign key (tenant_id, holiday_id) references holiday on delete cascade,
  add foreign key (tenant_id, channel_id) references channel on delete cascade,
  add foreign key (tenant_id, queue_id) references queue on delete cascade,
  add check (num_nonnulls(channel_id, queue_id) = 1);
create index holiday_place_holiday on holiday_place (tenant_id, holiday_id);
create unique index holiday_place_channel on holiday_place (tenant_id, channel_id, holiday_id) where channel_id is not null;
create unique index holiday_place_queue on holiday_place (tenant_id, queue_id, holiday_id) where queue_id is not null;

alter table absence_notice add foreign key (tenant_id, ticket_id) references ticket on delete cascade;

alter table opening_hours enable row level security;
alter table opening_hours force row level security;
create policy own_company on opening_hours using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table holiday enable row level security;
alter table holiday force row level security;
create policy own_company on holiday using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table holiday_place enable row level security;
alter table holiday_place force row level security;
create policy own_company on holiday_place using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table absence_notice enable row level security;
alter table absence_notice force row level security;
create policy own_company on absence_notice using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
