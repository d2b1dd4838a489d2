package bridge

import (
	"unicode/utf8"

	"github.com/evanw/esbuild/internal/ast"
	"github.com/evanw/esbuild/internal/helpers"
	"github.com/evanw/esbuild/internal/js_ast"
	"github.com/evanw/esbuild/internal/logger"
)

// The syntax tree's types, under the names esbuild gives them. They are
// aliases: nothing is copied, and esbuild's own comments document them.
type (
	Ref    = ast.Ref
	LocRef = ast.LocRef
	Symbol = ast.Symbol
	Loc    = logger.Loc

	AST         = js_ast.AST
	Part        = js_ast.Part
	Expr        = js_ast.Expr
	E           = js_ast.E
	Stmt        = js_ast.Stmt
	S           = js_ast.S
	Binding     = js_ast.Binding
	Property    = js_ast.Property
	Fn          = js_ast.Fn
	FnBody      = js_ast.FnBody
	Arg         = js_ast.Arg
	Class       = js_ast.Class
	Decl        = js_ast.Decl
	ClauseItem  = js_ast.ClauseItem
	OpCode      = js_ast.OpCode
	NamedImport = js_ast.NamedImport

	ImportRecord = ast.ImportRecord

	BMissing              = js_ast.BMissing
	BIdentifier           = js_ast.BIdentifier
	BArray                = js_ast.BArray
	BObject               = js_ast.BObject
	EArray                = js_ast.EArray
	EUnary                = js_ast.EUnary
	EBinary               = js_ast.EBinary
	EBoolean              = js_ast.EBoolean
	ESuper                = js_ast.ESuper
	ENull                 = js_ast.ENull
	EUndefined            = js_ast.EUndefined
	EThis                 = js_ast.EThis
	ENew                  = js_ast.ENew
	ENewTarget            = js_ast.ENewTarget
	EImportMeta           = js_ast.EImportMeta
	ECall                 = js_ast.ECall
	EDot                  = js_ast.EDot
	EIndex                = js_ast.EIndex
	EArrow                = js_ast.EArrow
	EFunction             = js_ast.EFunction
	EClass                = js_ast.EClass
	EIdentifier           = js_ast.EIdentifier
	EImportIdentifier     = js_ast.EImportIdentifier
	EPrivateIdentifier    = js_ast.EPrivateIdentifier
	ENameOfSymbol         = js_ast.ENameOfSymbol
	EJSXElement           = js_ast.EJSXElement
	EJSXText              = js_ast.EJSXText
	EMissing              = js_ast.EMissing
	ENumber               = js_ast.ENumber
	EBigInt               = js_ast.EBigInt
	EObject               = js_ast.EObject
	ESpread               = js_ast.ESpread
	EString               = js_ast.EString
	ETemplate             = js_ast.ETemplate
	ERegExp               = js_ast.ERegExp
	EInlinedEnum          = js_ast.EInlinedEnum
	EAnnotation           = js_ast.EAnnotation
	EAwait                = js_ast.EAwait
	EYield                = js_ast.EYield
	EIf                   = js_ast.EIf
	ERequireString        = js_ast.ERequireString
	ERequireResolveString = js_ast.ERequireResolveString
	EImportString         = js_ast.EImportString
	EImportCall           = js_ast.EImportCall
	SBlock                = js_ast.SBlock
	SComment              = js_ast.SComment
	SDebugger             = js_ast.SDebugger
	SDirective            = js_ast.SDirective
	SEmpty                = js_ast.SEmpty
	STypeScript           = js_ast.STypeScript
	SExportClause         = js_ast.SExportClause
	SExportFrom           = js_ast.SExportFrom
	SExportDefault        = js_ast.SExportDefault
	SExportStar           = js_ast.SExportStar
	SExportEquals         = js_ast.SExportEquals
	SLazyExport           = js_ast.SLazyExport
	SExpr                 = js_ast.SExpr
	SEnum                 = js_ast.SEnum
	SNamespace            = js_ast.SNamespace
	SFunction             = js_ast.SFunction
	SClass                = js_ast.SClass
	SLabel                = js_ast.SLabel
	SIf                   = js_ast.SIf
	SFor                  = js_ast.SFor
	SForIn                = js_ast.SForIn
	SForOf                = js_ast.SForOf
	SDoWhile              = js_ast.SDoWhile
	SWhile                = js_ast.SWhile
	SWith                 = js_ast.SWith
	STry                  = js_ast.STry
	SSwitch               = js_ast.SSwitch
	SImport               = js_ast.SImport
	SReturn               = js_ast.SReturn
	SThrow                = js_ast.SThrow
	SLocal                = js_ast.SLocal
	SBreak                = js_ast.SBreak
	SContinue             = js_ast.SContinue
)

// The operators, under esbuild's names.
const (
	BinOpAdd                     = js_ast.BinOpAdd
	BinOpAddAssign               = js_ast.BinOpAddAssign
	BinOpAssign                  = js_ast.BinOpAssign
	BinOpBitwiseAnd              = js_ast.BinOpBitwiseAnd
	BinOpBitwiseAndAssign        = js_ast.BinOpBitwiseAndAssign
	BinOpBitwiseOr               = js_ast.BinOpBitwiseOr
	BinOpBitwiseOrAssign         = js_ast.BinOpBitwiseOrAssign
	BinOpBitwiseXor              = js_ast.BinOpBitwiseXor
	BinOpBitwiseXorAssign        = js_ast.BinOpBitwiseXorAssign
	BinOpComma                   = js_ast.BinOpComma
	BinOpDiv                     = js_ast.BinOpDiv
	BinOpDivAssign               = js_ast.BinOpDivAssign
	BinOpGe                      = js_ast.BinOpGe
	BinOpGt                      = js_ast.BinOpGt
	BinOpIn                      = js_ast.BinOpIn
	BinOpInstanceof              = js_ast.BinOpInstanceof
	BinOpLe                      = js_ast.BinOpLe
	BinOpLogicalAnd              = js_ast.BinOpLogicalAnd
	BinOpLogicalAndAssign        = js_ast.BinOpLogicalAndAssign
	BinOpLogicalOr               = js_ast.BinOpLogicalOr
	BinOpLogicalOrAssign         = js_ast.BinOpLogicalOrAssign
	BinOpLooseEq                 = js_ast.BinOpLooseEq
	BinOpLooseNe                 = js_ast.BinOpLooseNe
	BinOpLt                      = js_ast.BinOpLt
	BinOpMul                     = js_ast.BinOpMul
	BinOpMulAssign               = js_ast.BinOpMulAssign
	BinOpNullishCoalescing       = js_ast.BinOpNullishCoalescing
	BinOpNullishCoalescingAssign = js_ast.BinOpNullishCoalescingAssign
	BinOpPow                     = js_ast.BinOpPow
	BinOpPowAssign               = js_ast.BinOpPowAssign
	BinOpRem                     = js_ast.BinOpRem
	BinOpRemAssign               = js_ast.BinOpRemAssign
	BinOpShl                     = js_ast.BinOpShl
	BinOpShlAssign               = js_ast.BinOpShlAssign
	BinOpShr                     = js_ast.BinOpShr
	BinOpShrAssign               = js_ast.BinOpShrAssign
	BinOpStrictEq                = js_ast.BinOpStrictEq
	BinOpStrictNe                = js_ast.BinOpStrictNe
	BinOpSub                     = js_ast.BinOpSub
	BinOpSubAssign               = js_ast.BinOpSubAssign
	BinOpUShr                    = js_ast.BinOpUShr
	BinOpUShrAssign              = js_ast.BinOpUShrAssign
	UnOpCpl                      = js_ast.UnOpCpl
	UnOpDelete                   = js_ast.UnOpDelete
	UnOpNeg                      = js_ast.UnOpNeg
	UnOpNot                      = js_ast.UnOpNot
	UnOpPos                      = js_ast.UnOpPos
	UnOpPostDec                  = js_ast.UnOpPostDec
	UnOpPostInc                  = js_ast.UnOpPostInc
	UnOpPreDec                   = js_ast.UnOpPreDec
	UnOpPreInc                   = js_ast.UnOpPreInc
	UnOpTypeof                   = js_ast.UnOpTypeof
	UnOpVoid                     = js_ast.UnOpVoid
)

// The property kinds and flags, under esbuild's names.
const (
	PropertyField            = js_ast.PropertyField
	PropertyMethod           = js_ast.PropertyMethod
	PropertyGetter           = js_ast.PropertyGetter
	PropertySetter           = js_ast.PropertySetter
	PropertyAutoAccessor     = js_ast.PropertyAutoAccessor
	PropertySpread           = js_ast.PropertySpread
	PropertyClassStaticBlock = js_ast.PropertyClassStaticBlock

	PropertyIsComputed = js_ast.PropertyIsComputed
	PropertyIsStatic   = js_ast.PropertyIsStatic

	SymbolUnbound   = ast.SymbolUnbound
	SymbolArguments = ast.SymbolArguments

	DirectEval = js_ast.DirectEval
)

// Text turns the parser's UTF-16 into a Go string; a lone surrogate becomes
// the three bytes WTF-8 gives it, so that nothing is lost.
func Text(s []uint16) string { return helpers.UTF16ToString(s) }

// AppendText is Text for a caller that has the room, and wants at most max
// bytes.
func AppendText(to []byte, s []uint16, max int) []byte {
	start := len(to)
	for i, c := range s {
		if c >= utf8.RuneSelf {
			to = append(to, helpers.UTF16ToString(s[i:min(len(s), i+max)])...)
			break
		}
		if i == max {
			break
		}
		to = append(to, byte(c))
	}
	return to[:min(len(to), start+max)]
}

// IsText reports whether the parser's UTF-16 is a given string.
func IsText(s []uint16, text string) bool { return helpers.UTF16EqualsString(s, text) }

// Follow gives the symbol that ref stands for after merging.
func Follow(tree *AST, ref Ref) Ref {
	for int(ref.InnerIndex) < len(tree.Symbols) {
		next := tree.Symbols[ref.InnerIndex].Link
		if next == ast.InvalidRef || next == ref {
			return ref
		}
		ref = next
	}
	return ref
}
