runtime! ftplugin/rcheck.vim
