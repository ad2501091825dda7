#!lua name=arbiter_1

-- The event log's own calls. Each is atomic: nothing else runs between its first read and its last write. All checks
-- stand before the first write, since the server does not undo what a call wrote before it failed.
-- The name carries the version: another meaning gets another name, so that replicas of two releases can run at once.

local PAGE = 64

local function number(n)
  return string.format('%.0f', n)
end

local function standing(meta)
  local found = redis.call('HMGET', meta, 'v', 'h', 'st')
  return found[1] or '0', found[2] or string.rep('\0', 32), found[3] or 'none'
end

-- The version of the newest entry, or false where the newest entry is none of ours.
local function top(events)
  local newest = redis.call('XREVRANGE', events, '+', '-', 'COUNT', 1)[1]
  if not newest then
    return '0'
  end
  return string.match(newest[1], '^(%d+)%-0$') or false
end

-- Whether the log of a stream is in a file.
local function archived(meta)
  return redis.call('HEXISTS', meta, 'a') == 1
end

-- What counts of an entry: its public bytes, and its secret parts where the field after the head is `s`.
local function size_of(fields)
  return #fields[2] + (fields[5] == 's' and #fields[6] or 0)
end

-- The entries after a version, as many as both bounds allow, and at least one.
local function entries_after(events, version, count, bytes)
  local found, many, size, from = {}, 0, 0, '(' .. version .. '-0'
  while many < count do
    local want = math.min(PAGE, count - many)
    local page = redis.call('XRANGE', events, from, '+', 'COUNT', want)
    for i = 1, #page do
      many, size = many + 1, size + size_of(page[i][2])
      found[many] = page[i]
      if size >= bytes then
        return found
      end
    end
    if #page < want then
      return found
    end
    from = '(' .. page[#page][1]
  end
  return found
end

-- append_1: all the commits of a call, or none of them.
--   keys  events, meta, feed, feed counter, idempotency records ...
--   args  expected version, previous head, new status, sealed stream key or '', stream, seconds to remember,
--         bound of missing entries in count and bytes, number of commits n,
--         n times: last version, public bytes, sealed parts or '', head,
--                  which of the idempotency records (0 is none), its name, fingerprint
--   gives OK version feed-number
--       | SEEN version head status {{DUP first last} | {MISMATCH first last} | {NEW}} for each commit
--       | ERASED version head status
--       | WRONG version head status {missing entries}       also where the stream is closed; none where it is archived
--       | FORKED version head status
--       | DIVERGED version head status newest-entry
-- A pointer of the feed has the beginning of the head, so that no other write ever makes an equal one.
local FIXED, EACH, MARK = 9, 7, 8

local function seen_before(keys, args, n)
  local known, any = {}, false
  for i = 0, n - 1 do
    local at = FIXED + i * EACH
    local which, fingerprint = tonumber(args[at + 5]), args[at + 7]
    local record = which > 0 and redis.call('GET', keys[4 + which])
    if record then
      any = true
      local print, first, last = string.match(record, '^(%S+) (%d+) (%d+)$')
      known[i + 1] = { print == fingerprint and 'DUP' or 'MISMATCH', first, last }
    else
      known[i + 1] = { 'NEW' }
    end
  end
  return any and known
end

local function sound(args, n)
  if n < 1 or #args ~= FIXED + n * EACH then
    return false
  end
  local before = tonumber(args[1])
  for i = 0, n - 1 do
    local last = tonumber(args[FIXED + i * EACH + 1])
    if not last or last <= before or last ~= math.floor(last) then
      return false
    end
    before = last
  end
  return true
end

local function write(keys, args, n)
  local first, last, head = number(tonumber(args[1]) + 1), nil, nil
  local from = first
  for i = 0, n - 1 do
    local at = FIXED + i * EACH
    last, head = args[at + 1], args[at + 4]
    local fields = { 'p', args[at + 2], 'h', head }
    if args[at + 3] ~= '' then
      fields[#fields + 1], fields[#fields + 2] = 's', args[at + 3]
    end
    local which = tonumber(args[at + 5])
    if which > 0 then
      fields[#fields + 1], fields[#fields + 2] = 'i', args[at + 6]
      redis.call('SET', keys[4 + which], args[at + 7] .. ' ' .. from .. ' ' .. last, 'EX', args[6])
    end
    redis.call('XADD', keys[1], last .. '-0', unpack(fields))
    from = number(tonumber(last) + 1)
  end
  redis.call('HSET', keys[2], 'v', last, 'h', head, 'st', args[3])
  if args[4] ~= '' then
    redis.call('HSET', keys[2], 'k', args[4])
  end
  local place = number(redis.call('INCR', keys[4]))
  redis.call('XADD', keys[3], place .. '-0', 's', args[5], 'a', first, 'z', last, 'h', string.sub(head, 1, MARK))
  return { 'OK', last, place }
end

local function append(keys, args)
  local n = tonumber(args[9])
  if not sound(args, n) then
    return redis.error_reply('UNSOUND the arguments of append_1 are malformed')
  end
  local version, head, status = standing(keys[2])
  local known = seen_before(keys, args, n)
  if known then
    return { 'SEEN', version, head, status, known }
  end
  if status == 'erased' then
    return { 'ERASED', version, head, status }
  end
  local newest = top(keys[1])
  if newest ~= version then
    if archived(keys[2]) then
      return { 'WRONG', version, head, status, {} }
    end
    return { 'DIVERGED', version, head, status, newest }
  end
  if args[1] ~= version or status == 'closed' then
    local missing = entries_after(keys[1], args[1], tonumber(args[7]), tonumber(args[8]))
    return { 'WRONG', version, head, status, missing }
  end
  if args[2] ~= head then
    return { 'FORKED', version, head, status }
  end
  return write(keys, args, n)
end

-- append_2: the same where what is listed of the stream changes with it: at its opening and its end, and with its seats.
--   keys  index, then those of append_1
--   args  place in the index ('' but at the opening), what is listed of it, then those of append_1
--   gives what append_1 gives
-- A stream that has no place yet, since a release without lists has opened it, stays without until it is given one.
local function append_listed(keys, args)
  local index, place, listing = table.remove(keys, 1), table.remove(args, 1), table.remove(args, 1)
  local reply = append(keys, args)
  if reply[1] == 'OK' then
    if place ~= '' then
      redis.call('ZADD', index, 0, place)
    end
    if place ~= '' or redis.call('HEXISTS', keys[2], 'l') == 1 then
      redis.call('HSET', keys[2], 'l', listing)
    end
  end
  return reply
end

-- append_3: append_1 or append_2, where commits belong to chains of causes.
--   keys  an index for each of these commits, then those of the other function
--   args  the other function, number of these commits n, most places of an index, seconds to keep an index,
--         n times: place in the index, then the arguments of the other function
--   gives what the other function gives
-- An index that is full takes no more places: the beginning of a chain counts most.
local function append_chained(keys, args)
  local other = args[1] == 'append_2' and append_listed or append
  local n, most, seconds, indexes, places = tonumber(args[2]), tonumber(args[3]), args[4], {}, {}
  local own_keys, own_args = {}, {}
  for i = 1, #keys do
    local list = i <= n and indexes or own_keys
    list[#list + 1] = keys[i]
  end
  for i = 5, #args do
    local list = i <= 4 + n and places or own_args
    list[#list + 1] = args[i]
  end
  local reply = other(own_keys, own_args)
  if reply[1] == 'OK' then
    for i = 1, n do
      if redis.call('ZCARD', indexes[i]) < most then
        redis.call('ZADD', indexes[i], 0, places[i])
      end
      redis.call('EXPIRE', indexes[i], seconds)
    end
  end
  return reply
end

-- list_1: the streams of an index, newest first.
--   keys  index
--   args  before which place ('' is from the newest), how many to give and to look at at most,
--         prefix of the metas (same slot), status ('' is any), texts that must be in what is listed ...
--   gives the place it has looked down to ('' is the end) {{place version status listed}}
local PLACE = 17 -- where the id begins in a place, after the time and a hyphen

local function wanted(meta, args)
  local listing, status = meta[3], meta[2]
  if not listing or status == 'erased' or (args[5] ~= '' and args[5] ~= status) then
    return false
  end
  for i = 6, #args do
    if not string.find(listing, args[i], 1, true) then
      return false
    end
  end
  return true
end

local function list(keys, args)
  local count, most, found, looked = tonumber(args[2]), tonumber(args[3]), {}, 0
  local from = args[1] == '' and '+' or '(' .. args[1]
  while true do
    local page = redis.call('ZRANGE', keys[1], from, '-', 'BYLEX', 'REV', 'LIMIT', 0, PAGE)
    for _, place in ipairs(page) do
      local meta = redis.call('HMGET', args[4] .. string.sub(place, PLACE), 'v', 'st', 'l')
      looked = looked + 1
      if wanted(meta, args) then
        found[#found + 1] = { place, meta[1], meta[2], meta[3] }
      end
      if #found == count or looked == most then
        return { place, found }
      end
    end
    if #page < PAGE then
      return { '', found }
    end
    from = '(' .. page[#page]
  end
end

-- relist_1: list a stream as it is at a version, unless it is gone or has moved on.
--   keys  meta, index     args  version, entry, its listed facts          gives 1 if the listing is current
local function relist(keys, args)
  local version, _, status = standing(keys[1])
  if status == 'none' or status == 'erased' or version ~= args[1] then
    return 0
  end
  redis.call('HSET', keys[1], 'l', args[3])
  redis.call('ZADD', keys[2], 0, args[2])
  return 1
end

-- unlisted_1: which of some streams are to be listed: those that nothing is listed of, or all that are not erased.
--   keys  metas ...     args  'all' or ''     gives the metas of those that are
-- What an older release's library may have left of an erased one is removed.
local function unlisted(keys, args)
  local found = {}
  for _, meta in ipairs(keys) do
    local fields = redis.call('HMGET', meta, 'st', 'l')
    local status, listing = fields[1], fields[2]
    if status == 'erased' then
      if listing then
        redis.call('HDEL', meta, 'l')
      end
    elseif status and (args[1] == 'all' or not listing) then
      found[#found + 1] = meta
    end
  end
  return found
end

-- tail_1: how a stream stands, and what came after a version, in one round trip.
--   keys  events, meta, snapshot, idempotency records ...
--   args  after which version, schema a snapshot must have ('' wants none), bound in count and in bytes, want the key
--   gives version head status sealed-key snapshot-version snapshot {entries} {idempotency records}
local function tail(keys, args)
  local version, head, status = standing(keys[2])
  local sealed = args[5] == '1' and redis.call('HGET', keys[2], 'k')
  local after, snapshot_version, snapshot = args[1], false, false
  if args[2] ~= '' then
    local found = redis.call('HMGET', keys[3], 'v', 'sc', 'b')
    if found[2] == args[2] and tonumber(found[1]) > tonumber(after) then
      snapshot_version, snapshot, after = found[1], found[3], found[1]
    end
  end
  local entries = {}
  if after ~= version then
    entries = entries_after(keys[1], after, tonumber(args[3]), tonumber(args[4]))
  end
  local records = {}
  for i = 4, #keys do
    records[i - 3] = redis.call('GET', keys[i])
  end
  return { version, head, status, sealed, snapshot_version, snapshot, entries, records }
end

-- snap_1: keep a snapshot, unless the stream is gone or archived, or a newer one is there.
--   keys  meta, snapshot     args  version, schema, sealed bytes     gives 1 if kept
local function snap(keys, args)
  local version, _, status = standing(keys[1])
  if status == 'none' or status == 'erased' or tonumber(args[1]) > tonumber(version) or archived(keys[1]) then
    return 0
  end
  local kept = redis.call('HMGET', keys[2], 'v', 'sc')
  if kept[2] == args[2] and tonumber(kept[1]) >= tonumber(args[1]) then
    return 0
  end
  redis.call('HSET', keys[2], 'v', args[1], 'sc', args[2], 'b', args[3])
  return 1
end

-- erase_1: remove a stream with its snapshot and idempotency records, and leave a tombstone.
--   keys  events, meta, snapshot     args  prefix of the idempotency records (same slot)     gives version head status
-- erase_2: the same, and the tombstone keeps a mark of whose it was: one argument more.
-- erase_3: the same, and it is listed no more: the index as one more key, and the place in it as one argument more.
-- erase_4: the same, and its commits belong to no chain of causes any more: two arguments more, how the names of the
-- indexes of chains begin (same slot), and the stream.
local function leave_chain(entry, prefix, stream)
  local public, version = entry[2][2], tonumber(string.match(entry[1], '^%d+'))
  local at = tonumber(string.match(public, '"intent":{"at":(%d+),') or '')
  for correlation in string.gmatch(at and public or '', '"correlation":"([%w._-]+)","faces":') do
    redis.call('ZREM', prefix .. correlation, string.format('%015.0f-%s@%015.0f', at, stream, version))
  end
end

local function forget_asks(events, prefix, chains, stream)
  local from = '-'
  while true do
    local page = redis.call('XRANGE', events, from, '+', 'COUNT', PAGE)
    for _, entry in ipairs(page) do
      for i = 1, #entry[2], 2 do
        if entry[2][i] == 'i' then
          redis.call('DEL', prefix .. entry[2][i + 1])
        end
      end
      if chains then
        leave_chain(entry, chains, stream)
      end
    end
    if #page < PAGE then
      return
    end
    from = '(' .. page[#page][1]
  end
end

local function erase(keys, args)
  local version, head, status = standing(keys[2])
  if status ~= 'none' and status ~= 'erased' then
    forget_asks(keys[1], args[1], args[4], args[5])
    redis.call('DEL', keys[1], keys[3])
    redis.call('HDEL', keys[2], 'k', 'l', 'a', 'f')
    redis.call('HSET', keys[2], 'st', 'erased')
    if args[2] then
      redis.call('HSET', keys[2], 'o', args[2])
    end
    if keys[4] then
      redis.call('ZREM', keys[4], args[3])
    end
  end
  return { version, head, status }
end

-- archive_1: remove the log of a stream that has ended, and its snapshot; keep the stub of its file.
--   keys  meta, events, snapshot     args  version, head, what is kept of the file     gives 1 if it was done
local function archive(keys, args)
  local version, head, status = standing(keys[1])
  if status ~= 'closed' or version ~= args[1] or head ~= args[2] or archived(keys[1]) then
    return 0
  end
  redis.call('UNLINK', keys[2], keys[3])
  redis.call('HSET', keys[1], 'a', args[3])
  redis.call('HDEL', keys[1], 'f')
  return 1
end

-- unarchive_1: take what was put beside as the log of an archived stream, if it is the whole of it.
--   keys  meta, what was put beside, events     args  what is kept of the file, number of commits     gives 1 if done
local function unarchive(keys, args)
  local version = standing(keys[1])
  if redis.call('HGET', keys[1], 'a') ~= args[1] or redis.call('XLEN', keys[2]) ~= tonumber(args[2]) then
    return 0
  end
  if top(keys[2]) ~= version then
    return 0
  end
  redis.call('RENAME', keys[2], keys[3])
  redis.call('HDEL', keys[1], 'a')
  redis.call('HSET', keys[1], 'f', args[1])
  return 1
end

-- trim_1: drop the pointers of a feed that every consumer has passed, and at most all but `keep` where there is none.
--   keys  feed, feed counter, checkpoints     args  keep     gives how many were dropped
local function trim(keys, args)
  local least = tonumber(redis.call('GET', keys[2]) or '0') - tonumber(args[1])
  for _, place in ipairs(redis.call('HVALS', keys[3])) do
    least = math.min(least, tonumber(place))
  end
  if least < 1 then
    return 0
  end
  return redis.call('XTRIM', keys[1], 'MINID', number(least + 1) .. '-0')
end

-- Whether a feed has what a consumer has handled up to. It has not if a replica took over that lacks it: then it has
-- another pointer of that number, or fewer pointers. One that was dropped was handled by all.
local function has_place(feed, counter, at, mark)
  local found = mark ~= '' and redis.call('XRANGE', feed, at .. '-0', at .. '-0')[1]
  if found then
    return table.concat(found[2], ' ') == mark
  end
  return tonumber(at) <= tonumber(redis.call('GET', counter) or '0')
end

-- pointers_1: the pointers of a feed after a place.
--   keys  feed, feed counter     args  number, the fields of that pointer ('' if unknown), how many at most
--   gives LOST if the feed lacks that pointer, or OK {entries}
local function pointers(keys, args)
  if not has_place(keys[1], keys[2], args[1], args[2]) then
    return { 'LOST' }
  end
  return { 'OK', redis.call('XRANGE', keys[1], '(' .. args[1] .. '-0', '+', 'COUNT', args[3]) }
end

-- place_1: where a consumer stands, which is at the beginning if it is new.
--   keys  feed, feed counter, checkpoints     args  consumer     gives number, the fields of that pointer
-- A place beyond the feed is none: a release before this function may have kept one.
local function place(keys, args)
  redis.call('HSETNX', keys[3], args[1], 0)
  local at = redis.call('HGET', keys[3], args[1])
  if tonumber(at) > tonumber(redis.call('GET', keys[2]) or '0') then
    at = '0'
  end
  local found = redis.call('XRANGE', keys[1], at .. '-0', at .. '-0')[1]
  return { at, found and table.concat(found[2], ' ') or '' }
end

-- join_1: let a new consumer begin after the newest pointer.
--   keys  feed counter, checkpoints     args  consumer     gives the number of that pointer
local function join(keys, args)
  local newest = redis.call('GET', keys[1]) or '0'
  redis.call('HSETNX', keys[2], args[1], newest)
  return newest
end

-- checkpoint_1: keep where a consumer stands, unless the feed lacks that place.
--   keys  feed, feed counter, checkpoints     args  consumer, number, the fields of that pointer     gives 1 if kept
local function checkpoint(keys, args)
  if not has_place(keys[1], keys[2], args[2], args[3]) then
    return 0
  end
  redis.call('HSET', keys[3], args[1], args[2])
  return 1
end

-- skip_1: let a consumer go on at the oldest pointer, if those that it wants next were dropped.
--   keys  feed, feed counter, checkpoints     args  consumer     gives the number before which all are dropped
local function skip(keys, args)
  local oldest = redis.call('XRANGE', keys[1], '-', '+', 'COUNT', 1)[1]
  local before = oldest and number(tonumber(string.match(oldest[1], '^%d+')) - 1) or redis.call('GET', keys[2]) or '0'
  redis.call('HSET', keys[3], args[1], before)
  return before
end

-- hold_1: keep a stream for one clock until a time, unless another keeps it.
--   keys  holds: streams by the time until which they are kept
--   args  stream, until when this clock keeps it already (0: it does not), now, until when it wants to   gives 1 if kept
local function hold(keys, args)
  local kept = redis.call('ZSCORE', keys[1], args[1])
  if kept and tonumber(kept) > tonumber(args[3]) and tonumber(kept) ~= tonumber(args[2]) then
    return 0
  end
  redis.call('ZADD', keys[1], args[4], args[1])
  return 1
end

-- release_1: give up a hold, unless it is another's by now.
--   keys  holds     args  stream, until when it was kept     gives 1 if it was given up
local function release(keys, args)
  local kept = redis.call('ZSCORE', keys[1], args[1])
  if not kept or tonumber(kept) ~= tonumber(args[2]) then
    return 0
  end
  return redis.call('ZREM', keys[1], args[1])
end

redis.register_function('append_1', append)
redis.register_function('append_2', append_listed)
redis.register_function('append_3', append_chained)
redis.register_function { function_name = 'list_1', callback = list, flags = { 'no-writes' } }
redis.register_function('relist_1', relist)
redis.register_function('unlisted_1', unlisted)
redis.register_function { function_name = 'tail_1', callback = tail, flags = { 'no-writes' } }
redis.register_function('snap_1', snap)
redis.register_function('erase_1', erase)
redis.register_function('erase_2', erase)
redis.register_function('erase_3', erase)
redis.register_function('erase_4', erase)
redis.register_function('archive_1', archive)
redis.register_function('unarchive_1', unarchive)
redis.register_function('trim_1', trim)
redis.register_function { function_name = 'pointers_1', callback = pointers, flags = { 'no-writes' } }
redis.register_function('place_1', place)
redis.register_function('join_1', join)
redis.register_function('checkpoint_1', checkpoint)
redis.register_function('skip_1', skip)
redis.register_function('hold_1', hold)
redis.register_function('release_1', release)
