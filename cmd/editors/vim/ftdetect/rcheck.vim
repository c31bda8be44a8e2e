autocmd BufNewFile,BufRead *.rcp set filetype=rcheck
autocmd BufNewFile,BufRead *.ispl set filetype=ispl
