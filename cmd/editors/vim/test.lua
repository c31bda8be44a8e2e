-- Tests the files of this folder in a headless Neovim: nvim --headless -u NONE --cmd 'set rtp^=FOLDER' -S test.lua, with PROGRAM and MODELS
-- (files) in the environment. Colours of comments and words in every model, then the server on a model with an error.
local function fail(text) io.stderr:write(text .. '\n'); vim.cmd('cquit 1') end
local function group(line, column) return vim.fn.synIDattr(vim.fn.synID(line, column, 1), 'name') end
vim.cmd('filetype plugin on | syntax on')
vim.g.rcheck_no_server = 1
local looked = 0
for file in os.getenv('MODELS'):gmatch('%S+') do
  vim.cmd('edit ' .. vim.fn.fnameescape(file))
  local kind = vim.bo.filetype
  if kind ~= 'rcheck' and kind ~= 'ispl' then fail(file .. ': filetype ' .. kind) end
  for n, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local at = line:find(kind == 'ispl' and '%-%-' or '//')
    if at and group(n, at) ~= kind .. 'Comment' then fail(file .. ':' .. n .. ': no comment: ' .. group(n, at)) end
    local word = line:match('^(%a+)')
    if (word == 'agent' or word == 'Agent' or word == 'enum' or word == 'SPEC') and not group(n, 1):find('Keyword') and not group(n, 1):find('Comment') then
      fail(file .. ':' .. n .. ': ' .. word .. ' is ' .. group(n, 1))
    end
    looked = looked + 1
  end
end
vim.g.rcheck_no_server = 0
vim.g.rcheck_program = os.getenv('PROGRAM')
local file = vim.fn.tempname() .. '.rcp'
vim.fn.writefile({ 'agent A', '    local: flag : bool', '    repeat: ( {flog} *! true [] )', 'system = A(a, true)' }, file)
vim.cmd('edit ' .. file)
local function waitFor(what, condition) if not vim.wait(60000, condition, 50) then fail('waited in vain for ' .. what) end end
waitFor('the error', function() return #vim.diagnostic.get(0) > 0 end)
local d = vim.diagnostic.get(0)[1]
for _, x in ipairs(vim.diagnostic.get(0)) do if x.severity == vim.diagnostic.severity.ERROR then d = x end end
if d.lnum ~= 2 or d.col ~= 15 or not d.message:find('did you mean `flag`') then fail(vim.inspect(d)) end
local at = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = 1, character = 12 } }
local answers = vim.lsp.buf_request_sync(0, 'textDocument/hover', at, 60000)
local hover = select(2, next(answers)).result.contents.value
if not hover:find('local variable of agent type `A`') then fail(hover) end
vim.api.nvim_buf_set_lines(0, 2, 3, false, { '    repeat: ( {flag} *! true [] )' })
waitFor('no error', function() return #vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR }) == 0 end)
local function ask(method, params)
  params.textDocument = vim.lsp.util.make_text_document_params()
  return select(2, next(vim.lsp.buf_request_sync(0, method, params, 60000))).result
end
vim.api.nvim_buf_set_lines(0, 4, -1, false, { 'SPEC NAME p := G a-flag' })
local all = { start = { line = 0, character = 0 }, ['end'] = { line = 9, character = 0 } }
waitFor('a verdict', function()
  for _, h in ipairs(ask('textDocument/inlayHint', { range = all })) do if h.label:find('violated') or h.label:find('holds') then return true end end
end)
vim.api.nvim_buf_set_lines(0, 5, -1, false, { 'SPEC K(' })
local place = { line = 5, character = 7 }
waitFor('completion', function()
  local items = ask('textDocument/completion', { position = place })
  table.sort(items, function(x, y) return x.sortText < y.sortText end)
  return items[1] and items[1].label == 'a'
end)
if ask('textDocument/signatureHelp', { position = place }).signatures[1].label ~= 'K(agent, formula)' then fail('no signature') end
if ask('workspace/symbol', { query = 'flg' })[1].name ~= 'flag' then fail('no symbol') end
-- At the sixty places that the tests of the workbench have, the right kind of thing stands first in the list of Neovim.
local script = debug.getinfo(1, 'S').source:sub(2)
local given = vim.fn.fnamemodify(script, ':p:h') .. '/../../rcheck-bdd/internal/workbench/testdata/places.json'
local data = vim.json.decode(table.concat(vim.fn.readfile(given), '\n'))
local right = 0
for n, p in ipairs(data.places) do
  local joint = p.at:sub(1, 5) == 'ispl '
  local text, mark = table.concat(joint and data.ispl or data.rcheck, '\n'), '‹' .. p.at:gsub('^ispl ', '') .. '›'
  local from, to = text:find(mark, 1, true)
  local function bare(t) return (t:gsub('‹.-›', '')) end
  local before = vim.split(bare(text:sub(1, from - 1)) .. p.typed, '\n')
  vim.cmd('edit! ' .. vim.fn.tempname() .. (joint and '.ispl' or '.rcp'))
  vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(table.concat(before, '\n') .. bare(text:sub(to + 1)), '\n'))
  local first
  waitFor('a list at ' .. p.typed, function()
    if next(vim.lsp.buf_get_clients(0)) == nil then return false end
    local answer = ask('textDocument/completion', { position = { line = #before - 1, character = #before[#before] } })
    local items = vim.lsp.util.text_document_completion_list_to_complete_items(answer or {}, '')
    first = items[1] and items[1].user_data.nvim.lsp.completion_item.label
    return first ~= nil
  end)
  if vim.tbl_contains(p.first, first) then right = right + 1 else io.stdout:write(p.at .. ': ' .. p.typed .. ' offers ' .. first .. ' first\n') end
  vim.cmd('bdelete!')
end
if #data.places ~= 60 or right < 55 then fail('the right kind first at ' .. right .. ' of ' .. #data.places .. ' places') end
io.stdout:write('the right kind first at ' .. right .. ' of 60 places; ')
io.stdout:write(looked .. ' lines coloured; the server marks an error and takes it back\n')
vim.cmd('qall!')
