" R-CHECK models, in both dialects.
if exists('b:current_syntax')
  finish
endif
syntax case match
syntax match rcheckOperator /:=\|<->\|->\|<-\|<=\|>=\|!=\|==\|&&\|||\|\.\.\|[-!?*+/%<>=&|∧∨¬→↔≠≤≥]/
syntax match rcheckNumber /\<\d\+\>/
syntax keyword rcheckBoolean true false TRUE FALSE
syntax keyword rcheckKeyword const enum channels guard agent system local init relabel repeat rep absent spawn stop GET Get SUPPLY Supply
syntax keyword rcheckKeyword SPEC LTOL LTLSPEC LTL CTLSPEC ATLSPEC NAME assume contract guarantee FAIRNESS COMPASSION forall exists
syntax match rcheckKeyword /\<\(message-structure\|communication-variables\|property-variables\|receive-guard\)\>/
syntax match rcheckKeyword /\<\(observe\|red\|violation\|picture\)\ze\s*:\|\<group\ze\s\+\w\+\s*=/
syntax match rcheckKeyword /|\s*\zsopen\>\(\s\+receptive\>\)\?\ze\s*\([^( \t]\|$\)/
syntax match rcheckTemporal /\<\(A\|E\|[AE][FGX]\|K\|Kw\|GK\|DK\|GCK\|O\|KO\|can\)\>\ze\s*[({]/
syntax match rcheckTemporal /\<[FGXUWR]\>\|[𝒰ℛ𝒲◇□○]/
syntax keyword rcheckType bool boolean int integer real channel location
syntax keyword rcheckWord chan ch sender getter supplier initiator producer locality myself self any deadlock PROGRESS p2p enabled min max Agent
syntax match rcheckWord /\<automaton-state\>/
syntax match rcheckProperty /@\w\+/
syntax match rcheckLabel /\<\w\+\ze\s*:\s*[{<⟨]/
syntax region rcheckComment start=+/\*+ end=+\*/+
syntax match rcheckComment +//.*$+
highlight default link rcheckOperator Operator
highlight default link rcheckNumber Number
highlight default link rcheckBoolean Boolean
highlight default link rcheckKeyword Keyword
highlight default link rcheckTemporal Statement
highlight default link rcheckType Type
highlight default link rcheckWord Special
highlight default link rcheckProperty Identifier
highlight default link rcheckLabel Function
highlight default link rcheckComment Comment
let b:current_syntax = 'rcheck'
