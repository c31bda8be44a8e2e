" ISPL, the language of MCMAS.
if exists('b:current_syntax')
  finish
endif
syntax case match
syntax match isplOperator /<=\|>=\|<>\|->\|[-!=<>+*/&|^~]/
syntax match isplNumber /\<\d\+\>/
syntax keyword isplKeyword Agent Vars Obsvars Lobsvars Actions Protocol Evolution RedStates GreenStates Evaluation InitStates Groups Fairness Formulae
syntax keyword isplKeyword Semantics end if and or Other
syntax keyword isplTemporal AG EG AX EX AF EF A E U X F G K GK GCK DK O LTL CTL
syntax keyword isplWord Environment Action
syntax keyword isplType boolean
syntax keyword isplBoolean true false
syntax match isplComment /--.*$/
highlight default link isplOperator Operator
highlight default link isplNumber Number
highlight default link isplKeyword Keyword
highlight default link isplTemporal Statement
highlight default link isplWord Special
highlight default link isplType Type
highlight default link isplBoolean Boolean
highlight default link isplComment Comment
let b:current_syntax = 'ispl'
