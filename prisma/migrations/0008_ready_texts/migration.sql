-- CreateTable
CREATE TABLE "quick_message" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "message" TEXT NOT NULL DEFAULT '',
    "folder" TEXT NOT NULL DEFAULT '',
    "show_all" BOOLEAN NOT NULL DEFAULT false,
    "user_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "quick_message_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "quick_message_file" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "quick_message_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "media_id" UUID NOT NULL,

    CONSTRAINT "quick_message_file_pkey" PRIMARY KEY ("tenant_id","quick_message_id","position")
);

-- CreateTable
CREATE TABLE "farewell_message" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "message" TEXT NOT NULL,
    "show_all" BOOLEAN NOT NULL DEFAULT false,
    "user_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "farewell_message_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "farewell_queue" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "farewell_id" INTEGER NOT NULL,
    "queue_id" INTEGER NOT NULL,

    CONSTRAINT "farewell_queue_pkey" PRIMARY KEY ("tenant_id","farewell_id","queue_id")
);

-- CreateTable
CREATE TABLE "scheduled_message" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "user_id" INTEGER,
    "contact_id" INTEGER NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "body" TEXT NOT NULL DEFAULT '',
    "schedule_date" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error_code" TEXT,
    "error_params" JSONB,
    "repeat_count" INTEGER NOT NULL DEFAULT 0,
    "repeat_period" TEXT,
    "anchor_at" TIMESTAMPTZ(3) NOT NULL,
    "step" INTEGER NOT NULL DEFAULT 0,
    "follows_id" INTEGER,
    "ticket_id" INTEGER,
    "message_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scheduled_message_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "scheduled_message_file" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "scheduled_message_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "media_id" UUID NOT NULL,

    CONSTRAINT "scheduled_message_file_pkey" PRIMARY KEY ("tenant_id","scheduled_message_id","position")
);

-- CreateIndex
CREATE INDEX "quick_message_file_tenant_id_media_id_idx" ON "quick_message_file"("tenant_id", "media_id");

-- CreateIndex
CREATE INDEX "farewell_message_tenant_id_user_id_idx" ON "farewell_message"("tenant_id", "user_id");

-- CreateIndex
CREATE INDEX "farewell_queue_tenant_id_queue_id_idx" ON "farewell_queue"("tenant_id", "queue_id");

-- CreateIndex
CREATE UNIQUE INDEX "scheduled_message_tenant_id_follows_id_key" ON "scheduled_message"("tenant_id", "follows_id");

-- CreateIndex
CREATE INDEX "scheduled_message_file_tenant_id_media_id_idx" ON "scheduled_message_file"("tenant_id", "media_id");


-- From here on by hand: what the schema language cannot say.

alter table quick_message add foreign key (tenant_id, user_id) references app_user on delete set null (user_id);
alter table quick_message_file
  add foreign key (tenant_id, quick_message_id) references quick_message on delete cascade,
  add foreign key (tenant_id, media_id) references media on delete cascade;
alter table farewell_message add foreign key (tenant_id, user_id) references app_user on delete set null (user_id);
alter table farewell_queue
  add foreign key (tenant_id, farewell_id) references farewell_message on delete cascade,
  add foreign key (tenant_id, queue_id) references queue on delete cascade;
-- A merged contact keeps its row, and its schedules with it: contact_root finds whom they go to.
alter table scheduled_message
  add foreign key (tenant_id, user_id) references app_user on delete set null (user_id),
  add foreign key (tenant_id, contact_id) references contact on delete cascade,
  add foreign key (tenant_id, channel_id) references channel on delete cascade,
  add foreign key (tenant_id, ticket_id) references ticket on delete set null (ticket_id),
  add foreign key (tenant_id, follows_id) references scheduled_message on delete set null (follows_id),
  add constraint scheduled_message_state check (state in ('pending', 'sending', 'sent', 'error')),
  add constraint scheduled_message_repeat
    check (repeat_count between 0 and 12 and (repeat_count = 0 or repeat_period is not null));
alter table scheduled_message_file
  add foreign key (tenant_id, scheduled_message_id) references scheduled_message on delete cascade,
  add foreign key (tenant_id, media_id) references media on delete cascade;

-- A key means one text among those that all see, and one among a person's own.
create unique index quick_message_shared_key on quick_message (tenant_id, fold(key)) where show_all;
create unique index quick_message_own_key on quick_message (tenant_id, user_id, fold(key)) where not show_all;

-- What is due, in the order in which it is claimed; of all companies together, and of one.
create index scheduled_message_due on scheduled_message (due_at, tenant_id) where state in ('pending', 'sending');
create index scheduled_message_claim on scheduled_message (tenant_id, due_at, id) where state in ('pending', 'sending');
create index scheduled_message_list on scheduled_message (tenant_id, schedule_date desc, id desc);
create index scheduled_message_person on scheduled_message (tenant_id, user_id, schedule_date desc, id desc);
create index scheduled_message_contact on scheduled_message (tenant_id, contact_id, channel_id);
create index scheduled_message_channel on scheduled_message (tenant_id, channel_id);
create index scheduled_message_ticket on scheduled_message (tenant_id, ticket_id) where ticket_id is not null;

alter table quick_message enable row level security;
alter table quick_message force row level security;
create policy own_company on quick_message using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table quick_message_file enable row level security;
alter table quick_message_file force row level security;
create policy own_company on quick_message_file using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table farewell_message enable row level security;
alter table farewell_message force row level security;
create policy own_company on farewell_message using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table farewell_queue enable row level security;
alter table farewell_queue force row level security;
create policy own_company on farewell_queue using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table scheduled_message enable row level security;
alter table scheduled_message force row level security;
create policy own_company on scheduled_message using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table scheduled_message_file enable row level security;
alter table scheduled_message_file force row level security;
create policy own_company on scheduled_message_file using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);

-- What was written for this moment is no answer to what came meanwhile.
create or replace function message_append(p_tenant int, p_ticket int, p_items jsonb) returns jsonb
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare v_ticket ticket; v_count int := jsonb_array_length(p_items); v_last jsonb := p_items->-1; v_at timestamptz(3);
        v_bot boolean := v_last->>'sendType' in ('bot', 'schedule');
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  update ticket t
     set seq = t.seq + v_count, last_message = left(v_last->>'line', 255), last_message_at = now(),
         -- a customer whom only a machine answered still waits, whoever wrote its text beforehand
         answered = t.answered or not v_bot,
         unread_messages = case when v_bot then t.unread_messages else 0 end,
         waiting_since = case when v_bot then t.waiting_since end,
         version = t.version + 1, updated_at = now()
   where t.tenant_id = p_tenant and t.id = p_ticket
  returning * into v_ticket;
  if not found then return jsonb_build_object('missing', true); end if;
  v_at := clock_timestamp();

  insert into message (tenant_id, id, ticket_id, seq, channel_id, user_id, from_me, send_type, type, body, content,
                       media_id, reply_to_id, is_forwarded, status, sent_at, created_at)
  select p_tenant, (i.v->>'id')::uuid, p_ticket, v_ticket.seq - v_count + i.n::int, v_ticket.channel_id,
         (i.v->>'userId')::int, true, i.v->>'sendType', i.v->>'type', i.v->>'body', i.v->'content',
         (i.v->>'mediaId')::uuid, (i.v->>'replyToId')::uuid,
         coalesce((i.v->>'isForwarded')::boolean, false), 'queued', v_at, v_at
    from jsonb_array_elements(p_items) with ordinality i(v, n);
  insert into delivery (tenant_id, id, channel_id, ticket_id, message_id, payload)
  select p_tenant, gen_random_uuid(), v_ticket.channel_id, p_ticket, (i.v->>'id')::uuid, coalesce(i.v->'payload', '{}')
    from jsonb_array_elements(p_items) with ordinality i(v, n) order by i.n;
  insert into domain_event (tenant_id, name, payload)
  select p_tenant, 'message.sent', jsonb_build_object('ticketId', p_ticket, 'messageId', i.v->>'id',
                                                      'seq', v_ticket.seq - v_count + i.n)
    from jsonb_array_elements(p_items) with ordinality i(v, n);
  return jsonb_build_object('seq', v_ticket.seq, 'channelId', v_ticket.channel_id, 'version', v_ticket.version,
                            'at', extract(epoch from v_at) * 1000,
                            'ticketAt', extract(epoch from v_ticket.updated_at) * 1000);
end $$;
