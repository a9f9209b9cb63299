-- Posts the bodies of a file, one per line, each after the head in another file, and writes the figures as one line of JSON.
function init(args)
  local head = assert(io.open(args[2], "rb")):read("*a")
  local from, to = head:find("{length}", 1, true)
  before, after = head:sub(1, from - 1), head:sub(to + 1)
  bodies = {}
  for body in io.lines(args[1]) do
    bodies[#bodies + 1] = body
  end
  at = tonumber(args[3])
end

function request()
  at = at % #bodies + 1
  local body = bodies[at]
  return before .. #body .. after .. body
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"responses":%d,"microseconds":%d,"bytes":%d,"p50":%d,"p99":%d,"connect":%d,"read":%d,"write":%d,"status":%d,"timeout":%d}\n',
    summary.requests, summary.duration, summary.bytes, latency:percentile(50), latency:percentile(99),
    errors.connect, errors.read, errors.write, errors.status, errors.timeout
  ))
end
