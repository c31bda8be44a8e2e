" Models: comments, and in Neovim the language server, unless g:rcheck_no_server is set. g:rcheck_program says where the program is.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1
let &l:commentstring = &filetype ==# 'ispl' ? '-- %s' : '// %s'
if has('nvim') && !get(g:, 'rcheck_no_server', 0)
  lua << END
  local buffer = vim.api.nvim_get_current_buf()
  local config = { name = 'rcheck-bdd', cmd = { vim.g.rcheck_program or 'rcheck-bdd', 'lsp' }, root_dir = vim.fn.getcwd() }
  if vim.lsp.start then
    vim.lsp.start(config)
  else -- before 0.8
    rcheck_client = rcheck_client or vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(buffer, rcheck_client)
  end
END
endif
